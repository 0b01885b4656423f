/// Swift tasks on the event queue: their jobs go through the mailbox, so that many that become ready at once cost one
/// hop.
extension EventQueue: TaskExecutor, SerialExecutor {
    /// Takes a job of a task that runs here.
    public func enqueue(_ job: consuming ExecutorJob) { leave(.job(UnownedJob(job))) }

    func runJob(_ job: UnownedJob) {
        job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }

    /// Whether the caller runs here, for `assumeIsolated` of an actor that has this executor.
    public func isIsolatingCurrentContext() -> Bool? { isCurrent }

    /// Traps when the caller does not run here.
    public func checkIsolated() { precondition(isCurrent, "This must run on its event queue.") }
}
