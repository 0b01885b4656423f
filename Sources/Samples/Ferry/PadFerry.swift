import Fairway

/// On a pad, what has been chosen so far stands beside the choice: another controller for the same flows and screens.
struct PadFerry: FlowController, BookingSummarizing {
    typealias Output = Done

    var wish = Ferry.Wish()
    var reference: String?
    /// What the booking holds, to be given back when both halves are left by way of the summary.
    var hold: String?

    static let about = "The ferry on a pad."

    mutating func start(_ nav: Navigator<Self>) throws {
        // Whoever starts it from outside has nothing to give back.
        hold = nil
        if let reference { return nav.show(try Ferry.Confirmation(of: reference, nav)) }
        nav.showSplit(primary: BookingSummary(), secondary: BookFerry(wish: wish))
    }

    mutating func summarize(_ booking: Ferry.Booking, hold: String?, _ nav: Navigator<any BookingSummarizing>) {
        self.hold = hold
        nav.update(Ferry.Summary.self) { $0.booking = booking }
    }

    static var routes: Routes<Self> {
        on(finishOf: BookFerry.self) { flow, ticket, nav in
            nav.show(Ferry.Confirmation(ticket), as: .root)
        }
        on(back: Ferry.Summary.self) { flow, back, nav in
            if let hold = flow.hold { nav.run(ReleaseCabin(hold: hold)) }
            return .leave
        }
        on(Ferry.Confirmation.self) { flow, action, nav in
            switch action {
            case .doneButtonPressed: nav.finish()
            }
        }
    }
}
