import Fairway

/// The actions and results of a flow. It is part of the flow's state, so lost and repeated deliveries are visible in
/// it.
struct FlowLog: Codable, Hashable, Sendable {
    /// The numbers of the handled requests.
    var done: [Int] = []
    /// The numbers of the received signals.
    var signals: [Int] = []
    /// The names of the requested jobs, and of those with a delivered result.
    var jobs: [String] = []
    var finishedJobs: [String] = []
    /// The number of failures that do not name their job.
    var failedJobs = 0
    /// The names of the timers that were set, and of those that were delivered.
    var timers: [String] = []
    var firedTimers: [String] = []
    /// The numbers of finished children.
    var results: [Int] = []
    var dismissals = 0
    /// The events received from other flows.
    var calls: [String] = []
    /// The names of cancelled and replaced timers and jobs.
    var cancelled: Set<String> = []
    /// The name of the current timer or job, by id.
    var named: [String: String] = [:]

    /// Records a failure. Only the message of a ``GiveUp`` names the job.
    mutating func note(_ failure: JobFailure) {
        if failure.message == JobFailure(attempts: 0).message {
            failedJobs += 1
        } else {
            finishedJobs.append(failure.message.description)
        }
    }

    /// Records a new timer or job with an id. The previous one with that id must not be delivered.
    mutating func name(_ id: String?, _ name: String) {
        guard let id else { return }
        cancel(id)
        named[id] = name
    }

    /// Cancels the timer or job with the id.
    mutating func cancel(_ id: String) {
        guard let name = named.removeValue(forKey: id) else { return }
        cancelled.insert(name)
    }
}
