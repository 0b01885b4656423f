/// What a flow in front answers when a deep link is about to clear it away.
public enum LinkAnswer: Sendable {
    /// The link opens.
    case open
    /// The link stays out; the client gets `link-refused` with this reason.
    case refuse(String)
}
