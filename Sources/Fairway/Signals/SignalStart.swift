/// Allows a signal to start a flow.
///
/// The sender names the flow beside the key. If no session holds the key, a session is started with the flow, which holds the
/// key from then on, and the session gets the signal.
///
/// ```swift
/// App(initial: Home()) {
///     Flow(Claim(), start: .appOnly)
///     SignalStart(Claim.self, key: "claim")
/// }
/// ```
public struct SignalStart: AppPart {
    let flow: String
    let role: ObjectIdentifier
    let key: String

    /// Allows signals for keys of one name to start a flow.
    ///
    /// - Parameters:
    ///   - flow: The root flow, which the app declares.
    ///   - key: The name of the keys.
    public init<F: FlowController>(_ flow: F.Type, key: String) {
        (self.flow, role, self.key) = (F.name, ObjectIdentifier(F.self), key)
    }
}
