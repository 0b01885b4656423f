/// A record for the log: what happened, and a few facts about it, in the order in which they are shown.
struct LogEvent: Sendable {
    /// A fact about what happened.
    enum Field: Equatable, Sendable {
        /// A name, an address: shown escaped, and cut where it is very long.
        case text(LogKey, String)
        /// A count, a status, a time in the key's unit.
        case integer(LogKey, Int)
    }

    /// How much it matters.
    let level: LogLevel
    /// What happened. A literal: what varies goes into fields, where it is bounded and escaped.
    let name: StaticString
    /// The facts.
    let fields: [Field]

    /// Makes a record; the log adds the time.
    init(_ level: LogLevel, _ name: StaticString, _ fields: [Field] = []) {
        self.level = level
        self.name = name
        self.fields = fields
    }
}
