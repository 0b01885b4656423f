/// The actions and results of a flow. It is part of the flow's state, so lost and repeated deliveries are visible in
/// it.
struct FlowLog: Codable, Hashable, Sendable {
    /// The numbers of the handled requests.
    var done: [Int] = []
    /// The numbers of the received signals.
    var signals: [Int] = []
    /// The jobs that the flow ran and those with a delivered result.
    var jobs: [String] = []
    var finishedJobs: [String] = []
    /// The timers that were set, cancelled (by id) and delivered.
    var timers: [String] = []
    var firedTimers: [String] = []
    /// The finished children.
    var results: [Int] = []
    var dismissals = 0
    /// The events received from other flows.
    var calls: [String] = []
    /// The ids with a cancelled or replaced timer or job.
    var cancelled: Set<String> = []
    /// The current timer or job of each id.
    var named: [String: String] = [:]

    /// Assigns an id. The previous timer or job with the id must not be delivered.
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
