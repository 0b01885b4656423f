/// An item that a ``FlowListener`` delivers.
public enum FlowNews: Sendable {
    /// Events, in order.
    case events([FlowEvent])
    /// The number of events that were dropped because the reader was too slow.
    case missed(Int)
}
