/// What a listener is told.
public enum FlowNews: Sendable {
    /// What happened, in order.
    case events([FlowEvent])
    /// So many events were dropped, because the reader did not keep up.
    case missed(Int)
}
