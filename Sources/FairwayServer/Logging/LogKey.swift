/// All that a record may tell.
///
/// That this list is closed is what keeps tokens, parameters and view models out of the log: there is no key to put
/// them under. Before a key is added here, ask whether its values may be read by everyone who reads logs.
struct LogKey: Sendable {
    /// As it stands in a line.
    let name: StaticString

    private init(_ name: StaticString) { self.name = name }

    /// The address a server listens on, or a peer calls from.
    static let address = LogKey("address")
    /// The operator's token, where the server made it itself.
    static let adminToken = LogKey("admin-token")
    /// How long a response was; how much of a disk is free.
    static let bytes = LogKey("bytes")
    /// What the app's own code or the store said when it failed.
    static let cause = LogKey("cause")
    /// A problem's code.
    static let code = LogKey("code")
    /// How many records were dropped; how many attempts there were.
    static let count = LogKey("count")
    /// Why a request's answer, or the rest of it, could not be sent.
    static let cut = LogKey("cut")
    /// A request's method.
    static let method = LogKey("method")
    /// How long a request took.
    static let microseconds = LogKey("microseconds")
    /// A request's id.
    static let request = LogKey("request")
    /// The template of a path, which names no ids.
    static let route = LogKey("route")
    /// The name of a signal.
    static let signal = LogKey("signal")
    /// A response's status.
    static let status = LogKey("status")
    /// The kind of background work, or `timers`.
    static let work = LogKey("work")
}
