/// A log record: a level, a name and a few facts.
struct LogEvent: Sendable {
    let level: LogLevel
    /// A literal. Variable text belongs in the facts, where it is truncated and escaped.
    let name: StaticString
    private let facts: @Sendable (inout LogLines) -> Void

    /// Creates a record; the log adds the time. `facts` adds the facts to a line. It is called when the line is
    /// written, so recording stays cheap.
    init(
        _ level: LogLevel,
        _ name: StaticString,
        _ facts: @escaping @Sendable (_ line: inout LogLines) -> Void = { _ in }
    ) {
        self.level = level
        self.name = name
        self.facts = facts
    }

    func addFacts(to line: inout LogLines) { facts(&line) }
}

extension LogEvent {
    /// Records were dropped because standard error was read too slowly.
    static func dropped(_ count: Int) -> LogEvent {
        LogEvent(.warning, "records dropped") { $0.add(.count, count) }
    }
}

enum LogLevel: String, CaseIterable, Comparable, Sendable {
    /// Details for debugging.
    case debug
    /// Normal operation.
    case info
    /// Something is wrong, but the server continues.
    case warning
    /// Something failed that should have succeeded.
    case error

    static func < (a: Self, b: Self) -> Bool {
        a.rank < b.rank
    }

    private var rank: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .warning: 2
        case .error: 3
        }
    }
}

/// The key of a fact in a log record.
///
/// The set of keys is closed, which keeps sessions' tokens, parameters and view models out of the log. Before you add a
/// key, check that all readers of logs may see its values.
struct LogKey: Sendable {
    let name: StaticString

    private init(_ name: StaticString) { self.name = name }

    /// The server's or a peer's address.
    static let address = LogKey("address")
    /// The operator's token, logged only if the server has generated it.
    static let adminToken = LogKey("admin-token")
    /// The size of a response, or free bytes of a disk.
    static let bytes = LogKey("bytes")
    static let cause = LogKey("cause")
    static let code = LogKey("code")
    /// The number of dropped records or of attempts.
    static let count = LogKey("count")
    /// The reason why a response was not sent completely.
    static let cut = LogKey("cut")
    static let method = LogKey("method")
    static let microseconds = LogKey("microseconds")
    static let request = LogKey("request")
    /// The path template, which contains no ids.
    static let route = LogKey("route")
    static let signal = LogKey("signal")
    static let status = LogKey("status")
    /// The name of a job, or `timers`.
    static let work = LogKey("work")
}
