import Dispatch

/// Where tasks run that may stand still: until another process gives a lock back, until a terminal takes more. On the
/// threads that all tasks share, they would hold up the others.
final class PatientQueue: TaskExecutor {
    private let queue = DispatchQueue(label: "fairway.terminal")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
