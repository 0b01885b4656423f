/// What a flow did and what it was told of, kept in its state, so that what happened twice or never is seen there.
struct Logbook: Codable, Hashable, Sendable {
    /// The numbers of the requests that it dealt with.
    var done: [Int] = []
    /// The numbers of the signals it was sent.
    var signals: [Int] = []
    /// The jobs that it asked for, and those it was told the end of.
    var hauls: [String] = []
    var hauled: [String] = []
    /// The timers that it set, those it cancelled by their ids, and those that it heard.
    var alarms: [String] = []
    var rung: [String] = []
    /// The children that finished.
    var results: [Int] = []
    var dismissals = 0
    /// What others asked of it.
    var calls: [String] = []
    /// The ids whose timer or job has been cancelled or taken the place of.
    var withdrawn: Set<String> = []
    /// Which timer or job has which id now.
    var named: [String: String] = [:]

    /// An id is given to something new: what had it before may not be heard of any more.
    mutating func name(_ id: String?, _ name: String) {
        guard let id else { return }
        withdraw(id)
        named[id] = name
    }

    /// What has an id is not wanted any more.
    mutating func withdraw(_ id: String) {
        guard let name = named.removeValue(forKey: id) else { return }
        withdrawn.insert(name)
    }
}
