import Fairway

/// A flow that shows what has been chosen so far. A booking finds it by this protocol, if there is one above it.
protocol BookingSummarizing {
    /// - Parameter hold: what the inventory knows the held cabin by.
    mutating func summarize(_ booking: Ferry.Booking, hold: String?, _ nav: Navigator<any BookingSummarizing>)
}
