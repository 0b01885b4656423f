import Fairway

/// The ferry on a pad, with a summary beside the booking. Reuses the flows and screens of `Ferry`.
struct PadFerry: FlowController, BookingSummarizing {
    typealias Output = Done

    var wish = Ferry.Wish()
    var reference: String?
    /// The current hold, which is released when the user leaves through the summary.
    var hold: String?

    static let about = "The ferry on a pad."

    mutating func start(_ nav: Navigator<Self>) async throws {
        // A client that starts this flow must not be able to release another booking's hold.
        hold = nil
        if let reference { return nav.show(try await Ferry.Confirmation(of: reference, nav)) }
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

/// A flow that shows a summary of the booking. `BookFerry` looks it up in the responder chain.
protocol BookingSummarizing {
    /// - Parameter hold: The id of the hold in the inventory.
    mutating func summarize(_ booking: Ferry.Booking, hold: String?, _ nav: Navigator<any BookingSummarizing>)
}

/// The left pane of a booking on a pad.
struct BookingSummary: FlowController {
    static let about = "What has been chosen so far, as half of a screen."

    func start(_ nav: Navigator<Self>) {
        nav.show(Ferry.Summary())
    }

    static var routes: Routes<Self> {
        screen(Ferry.Summary.self)
    }
}

extension Ferry {
    struct Summary: Screen {
        var booking = Booking()

        static let title = "Your booking so far"

        func viewModel(in context: ScreenContext) -> Overview { Overview(of: booking, in: context) }

        static let about = "What has been chosen so far."
        static let examples = [Summary(), Summary(booking: .example)]
    }
}
