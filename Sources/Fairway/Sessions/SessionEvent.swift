public import FairwayWire

/// An item that a ``Subscription`` delivers.
public enum SessionEvent: Sendable {
    /// A new state of the session.
    case state(StateDocument)
    /// The session was handed over to another device.
    case superseded
}
