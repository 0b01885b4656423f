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
    private let makeFields: @Sendable () -> [Field]

    /// Makes a record; the log adds the time.
    ///
    /// - Parameter fields: The facts. They are put into words when the line is written, and not by whoever has something
    ///   to record and others waiting.
    init(_ level: LogLevel, _ name: StaticString, _ fields: @autoclosure @escaping @Sendable () -> [Field] = []) {
        self.level = level
        self.name = name
        makeFields = fields
    }

    /// The facts.
    var fields: [Field] { makeFields() }
}
