import Fairway

/// A flow that shows what has been chosen so far. A booking finds it by this protocol, if there is one above it.
protocol BookingSummarizing {
    mutating func summarize(_ booking: Ferry.Booking, _ nav: Navigator<any BookingSummarizing>)
}
