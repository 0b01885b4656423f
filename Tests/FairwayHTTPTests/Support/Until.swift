/// Waits for something that another thread is about to do. The bound is the test's time limit, which cancels it.
func until(_ condition: () throws -> Bool) async throws {
    while try !condition() {
        try Task.checkCancellation()
        await Task.yield()
    }
}
