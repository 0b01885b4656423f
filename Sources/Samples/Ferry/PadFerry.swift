import Fairway

/// The ferry on a pad, with a summary beside the booking. Reuses the flows and screens of `Ferry`.
struct PadFerry: FlowController, BookingSummarizing {
    typealias Output = Done

    var wish = Ferry.Wish()
    var reference: String?
    /// The booking, as `BookFerry` last reported it.
    var booking = Ferry.Booking()
    /// The current hold, which is released when the user leaves through the summary.
    var hold: String?

    static let title = "Ferry"
    static let about = "The ferry on a pad."

    mutating func start(_ nav: Navigator<Self>) async throws {
        // A client that starts this flow must not be able to release another booking's hold.
        self = PadFerry(wish: wish, reference: reference)
        if let reference { return nav.show(try await Ferry.Confirmation(of: reference, nav)) }
        nav.showSplit(primary: BookingSummary(), secondary: BookFerry(wish: wish))
    }

    mutating func summarize(_ booking: Ferry.Booking, hold: String?, _ nav: Navigator<any BookingSummarizing>) {
        self.hold = hold
        self.booking = booking
    }

    static var routes: Routes<Self> {
        shows(Ferry.Summary.self) { flow in Ferry.Summary(booking: flow.booking) }
        on(finishOf: BookFerry.self) { flow, ticket, nav in
            nav.show(Ferry.Confirmation(ticket), as: .root)
        }
        on(back: Ferry.Summary.self) { flow, back, nav in
            if let hold = flow.hold { nav.run(ReleaseCabin(hold: hold)) }
            return .leave
        }
        on(Ferry.Confirmation.self) { flow, ticket, action, nav in
            switch action {
            case .doneButtonPressed: nav.finish()
            case .ticketDeskButtonPressed: nav.start(TicketDesk(reference: ticket.reference), as: .modal)
            }
        }
        on(finishOf: TicketDesk.self) { flow, done, nav in nav.finish() }
    }
}

/// A flow that shows a summary of the booking. `BookFerry` looks it up in the responder chain.
protocol BookingSummarizing {
    /// - Parameter hold: The id of the hold in the inventory.
    mutating func summarize(_ booking: Ferry.Booking, hold: String?, _ nav: Navigator<any BookingSummarizing>)
}

/// The left pane of a booking on a pad. `PadFerry` provides its screen; alone, it shows an empty booking.
struct BookingSummary: FlowController {
    static let title = "Your booking so far"
    static let about = "The summary of the booking, as half of a screen."

    func start(_ nav: Navigator<Self>) {
        let isInside = nav.find((any BookingSummarizing).self) { _, _ in }
        if isInside { nav.show(Ferry.Summary.self) } else { nav.show(Ferry.Summary()) }
    }
}

extension Ferry {
    struct Summary: Screen {
        var booking = Booking()

        static let title = "Your booking so far"

        func viewModel(in context: ScreenContext) -> Overview { Overview(of: booking, in: context) }

        static let about = "The summary of the booking."
        static let examples = [Summary(), Summary(booking: .example)]
    }
}
