/// All that a record may tell.
///
/// That this list is closed is what keeps tokens, parameters and view models out of the log: there is no field to put
/// them into. Before a key is added here, ask whether its values may be read by everyone who reads logs.
enum LogKey: String, Sendable {
    /// The address a server listens on, or a peer calls from.
    case address
    /// How many records were dropped.
    case count
    /// The name of a signal.
    case signal
}
