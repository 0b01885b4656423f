/// How much a record matters.
enum LogLevel: String, CaseIterable, Comparable, Sendable {
    /// For one who looks for a fault.
    case debug
    /// What a server does all day.
    case info
    /// Something is not as it should be; the server went on.
    case warning
    /// Something was not done that should have been.
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
