import Fairway

extension Ferry {
    /// What has been chosen so far.
    struct Summary: Screen {
        var booking = Booking()
        var totalCents = 0

        static let about = "What has been chosen so far."
        static let examples = [Summary(), Summary(of: .example)]
    }
}

extension Ferry.Summary {
    init(of booking: Ferry.Booking) { self.init(booking: booking, totalCents: booking.totalCents) }
}
