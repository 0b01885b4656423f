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

        func viewModel(in context: ScreenContext) -> Overview { Overview(of: booking, by: member) }

        static let about = "Everything that was chosen."
        static let examples = [Review(booking: .example, member: "Ada Lovelace")]
    }
}
