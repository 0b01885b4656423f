import Fairway

extension Ferry {
    struct Summary: Screen {
        var booking = Booking()

        func viewModel(in context: ScreenContext) -> Overview { Overview(of: booking) }

        static let about = "What has been chosen so far."
        static let examples = [Summary(), Summary(booking: .example)]
    }
}
