import Fairway

/// On a pad, what has been chosen so far stands beside the choice: another controller for the same flows and screens.
struct PadFerry: FlowController, BookingSummarizing {
    typealias Output = Done

    var wish = Ferry.Wish()
    var reference: String?

    static let about = "The ferry on a pad."

    func start(_ nav: Navigator<Self>) throws {
        if let reference { return nav.show(try Ferry.Confirmation(of: reference, nav)) }
        nav.showSplit(primary: BookingSummary(), secondary: BookFerry(wish: wish))
    }

    func summarize(_ booking: Ferry.Booking, _ nav: Navigator<any BookingSummarizing>) {
        nav.update(Ferry.Summary.self) { $0 = Ferry.Summary(of: booking) }
    }

    static var routes: Routes<Self> {
        on(finishOf: BookFerry.self) { flow, ticket, nav in
            nav.show(Ferry.Confirmation(ticket), as: .root)
        }
        on(Ferry.Confirmation.self) { flow, action, nav in
            switch action {
            case .doneButtonPressed: nav.finish()
            }
        }
    }
}
