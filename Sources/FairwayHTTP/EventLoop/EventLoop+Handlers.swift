/// Tasks that run asynchronous handlers, one after another.
///
/// The frames of a task's asynchronous functions are in blocks of memory that the task keeps until it ends. A task that has run an
/// action needs no further block for the next one.
extension EventLoop {
    /// The asynchronous part of a request's handler. A struct, because a closure that is passed as a generic value allocates.
    struct Handler: Sendable {
        let run: @Sendable () async -> Void
    }

    /// The number of tasks that wait for a handler. Beyond it, a task ends with its handler.
    private static let mostWaitingTasks = 64

    /// Runs a handler until it suspends, and then continues it on the loop.
    func startHandler(_ run: @escaping @Sendable () async -> Void) {
        guard isCurrent else { return send(.call { self.startHandler(run) }) }
        // The new task waits for its first handler. If its closure had the handler, it would retain it.
        if waitingTasks.isEmpty { startTask() }
        resume(waitingTasks.removeLast(), with: Handler(run: run))
    }

    private func startTask() {
        Task.immediateDetached(executorPreference: self) {
            var handler = await self.nextHandler()
            while handler != nil {
                await handler?.run()
                // Released before the task waits.
                handler = nil
                if self.keepsTask { handler = await self.nextHandler() }
            }
        }
    }

    private func nextHandler() async -> Handler? {
        await withUnsafeContinuation { waitingTasks.append($0) }
    }

    /// Whether the task that calls this waits for another handler. A handler may have ended on another thread.
    private var keepsTask: Bool { isCurrent && isRunning && waitingTasks.count < Self.mostWaitingTasks }

    /// Ends the tasks that wait, which retain the loop.
    func endWaitingTasks() {
        while let task = waitingTasks.popLast() { task.resume(returning: nil) }
    }
}
