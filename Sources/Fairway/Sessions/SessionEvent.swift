public import FairwayWire

/// What a subscriber of a session is told.
public enum SessionEvent: Sendable {
    /// The session has changed.
    case state(StateDocument)
    /// The session was handed over to another device.
    case superseded
}
