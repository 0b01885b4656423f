/// Swift tasks on the event queue: their jobs go through the mailbox, so that many that become ready at once cost one
/// hop.
extension EventQueue: TaskExecutor {
    /// Takes a job of a task that runs here.
    public func enqueue(_ job: consuming ExecutorJob) { leave(.job(UnownedJob(job))) }

    /// Runs a job as one of a task that prefers this executor, and not as isolated to it: else each return to a function
    /// that is isolated to nothing would be a hop to the end of the queue, ten of them for an action.
    func runJob(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }
}
