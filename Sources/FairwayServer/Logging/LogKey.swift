/// All that a record may tell.
///
/// That this list is closed is what keeps tokens, parameters and view models out of the log: there is no field to put
/// them into. Before a key is added here, ask whether its values may be read by everyone who reads logs.
enum LogKey: String, Sendable {
    /// The address a server listens on, or a peer calls from.
    case address
    /// The operator's token, where the server made it itself.
    case adminToken = "admin-token"
    /// How long a response was.
    case bytes
    /// What the app's own code or the store said when it failed.
    case cause
    /// A problem's code.
    case code
    /// How many records were dropped; how many attempts there were.
    case count
    /// Why a request's answer, or the rest of it, could not be sent.
    case cut
    /// A request's method.
    case method
    /// How long a request took.
    case microseconds
    /// A request's id.
    case request
    /// The template of a path, which names no ids.
    case route
    /// The name of a signal.
    case signal
    /// A response's status.
    case status
    /// The kind of background work, or `timers`.
    case work
}
