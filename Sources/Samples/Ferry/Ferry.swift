import Fairway

/// Books a ferry, from the search to the ticket.
///
/// The booking is a child flow that finishes after the payment, so the user cannot go back into it.
struct Ferry: FlowController {
    typealias Output = Done

    /// Prefills the search.
    var wish = Wish()
    /// The reference of an existing ticket, which is shown instead of the search.
    var reference: String?

    static let title = "Ferry"
    static let about = "A booking with a cabin that is held for ten minutes and a card that may be declined."

    func start(_ nav: Navigator<Self>) async throws {
        if let reference { return nav.show(try await Confirmation(of: reference, nav)) }
        nav.start(BookFerry(wish: wish))
    }

    static var routes: Routes<Self> {
        on(finishOf: BookFerry.self) { flow, ticket, nav in
            nav.show(Confirmation(ticket), as: .root)
        }
        on(Confirmation.self) { flow, ticket, action, nav in
            switch action {
            case .doneButtonPressed: nav.finish()
            case .ticketDeskButtonPressed: nav.start(TicketDesk(reference: ticket.reference), as: .modal)
            }
        }
        on(finishOf: TicketDesk.self) { flow, done, nav in nav.finish() }
    }
}

extension Ferry {
    /// What the app needs for the ferry.
    @AppBuilder static var parts: AppParts {
        Flow(Ferry())
        Flow(PadFerry(), as: Ferry.self, for: .pad)
        Flow(BookFerry())
        Flow(BookingSummary())
        Flow(EditPassenger())
        Flow(ChooseCabin())
        Flow(CabinDeck())
        Flow(TicketDesk(), start: .appOnly)
        Flow(Bookings(), start: .signedIn)
        link
        routeLink
        bookingLink
        Bookings.link
        ChargeCard.performer
        ReleaseCabin.performer
        Service(Timetable.self, allowsSandboxes: true) { _ in Timetable() }
        // The handlers that hold a cabin or cancel a ticket check that the session is no sandbox.
        Service(CabinInventory.self, allowsSandboxes: true) { CabinInventory(in: $0[DataFolder.self]) }
        Service(PaymentService.self) { PaymentService(in: $0[DataFolder.self]) }
        Service(TicketOffice.self, allowsSandboxes: true) { TicketOffice(in: $0[DataFolder.self]) }
        // Its entries are those of the session itself.
        Service(Members.self, allowsSandboxes: true) { Members(in: $0[DataFolder.self]) }
    }
}

extension Ferry {
    struct Wish: Codable, Hashable {
        var from: String?
        var to: String?
        var date: Day?
    }

    /// `/ferry` opens the search, `/ferry/kiel-oslo` prefills the ports, `/bookings/…` shows a ticket.
    static let link = Link("/ferry") { link, nav in
        nav.chain { ChainLink.flow(Ferry(), as: .modal) }
    }
    static let routeLink = Link("/ferry/:route") { link, nav in
        let ends = try link["route"].lowercased().split(separator: "-").map(String.init)
        guard ends.count == 2, try nav.dependencies[Timetable.self].serves(from: ends[0], to: ends[1]) else {
            try nav.notFound("No ferry sails on this route.")
        }
        nav.chain { ChainLink.flow(Ferry(wish: Wish(from: ends[0], to: ends[1])), as: .modal) }
    }
    static let bookingLink = Link("/bookings/:reference") { link, nav in
        let reference = try link["reference"]
        guard try await nav.dependencies[TicketOffice.self].ticket(reference) != nil else {
            try nav.notFound("There is no booking with this reference.")
        }
        nav.chain { ChainLink.flow(Ferry(reference: reference), as: .modal) }
    }
}
