/// A record for the log: what happened, and a few facts about it, in the order in which they are shown.
struct LogEvent: Sendable {
    /// How much it matters.
    let level: LogLevel
    /// What happened. A literal: what varies goes into the facts, where it is bounded and escaped.
    let name: StaticString
    private let facts: @Sendable (inout LogLines) -> Void

    /// Makes a record; the log adds the time.
    ///
    /// - Parameter facts: Adds the facts. They are put into words when the line is written, and not by whoever has something
    ///   to record and others waiting.
    init(
        _ level: LogLevel,
        _ name: StaticString,
        _ facts: @escaping @Sendable (_ line: inout LogLines) -> Void = { _ in }
    ) {
        self.level = level
        self.name = name
        self.facts = facts
    }

    /// Adds the facts to the line that is being written.
    func addFacts(to line: inout LogLines) { facts(&line) }
}
