import Fairway

extension Ferry {
    /// Everything that was chosen, before it is paid for.
    struct Review: Screen {
        var booking: Booking
        /// Who is signed in; nobody yet while the login is in front.
        var member: String?

        enum Action: Codable, CaseIterable {
            case continueButtonPressed
        }

        /// With what it comes to.
        struct ViewModel: Codable {
            var booking: Booking
            var member: String?
            var totalCents: Int
        }

        func viewModel(in context: ScreenContext) -> ViewModel {
            ViewModel(booking: booking, member: member, totalCents: booking.totalCents)
        }

        static let about = "Everything that was chosen."
        static let examples = [Review(booking: .example, member: "Ada Lovelace")]
    }
}
