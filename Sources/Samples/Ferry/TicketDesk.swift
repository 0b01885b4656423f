import Fairway
import Foundation

/// Cancels a booking, and refunds its price.
///
/// Only the flows of this app start it. A client that could start it with any reference could cancel every booking.
struct TicketDesk: FlowController {
    typealias Output = Done

    var reference = "K7Q2M9XA"

    static let title = "Ticket desk"
    static let about = "Cancels a booking."

    func start(_ nav: Navigator<Self>) async throws {
        nav.show(Options(reference: reference, journey: try await ticket(nav).journey))
    }

    static var routes: Routes<Self> {
        on(Options.self) { flow, action, nav in
            switch action {
            case .cancelBookingButtonPressed: try await flow.cancel(nav)
            case .closeButtonPressed: nav.dismiss()
            }
        }
    }

    /// Each step is idempotent, so the user can press the button again after a failure.
    private func cancel(_ nav: Navigator<Self>) async throws {
        let journey = try await ticket(nav).journey
        let office = try nav.dependencies[TicketOffice.self]
        guard journey.sailing.departs > nav.now else {
            try nav.reject("departed", "This ferry has departed.")
        }
        let refund = (Decimal(journey.totalCents) / 100).euros(in: nav.locale)
        nav.perform(Toast(text: "Your booking is cancelled. \(refund) will be refunded to your card."))
        nav.finish()
        // These services are real, and a sandbox would cancel the booking of its original.
        guard !nav.isSandbox else { return }
        if let payment = try await office.payment(of: reference) {
            try await nav.dependencies[PaymentService.self].refund(payment)
        }
        try await nav.dependencies[CabinInventory.self].takeBack(journey.cabin.number, on: journey.sailing.id)
        try await office.cancel(reference)
    }

    private func ticket(_ nav: Navigator<Self>) async throws -> Ferry.Ticket {
        guard let ticket = try await nav.dependencies[TicketOffice.self].ticket(reference) else {
            try nav.reject("reference", "unknown", "There is no booking with this reference.")
        }
        return ticket
    }
}

extension TicketDesk {
    struct Options: Screen {
        var reference: String
        var journey: Ferry.Journey

        struct ViewModel: Codable {
            var reference: String
            var journey: String
            var refund: String
        }

        func viewModel(in context: ScreenContext) -> ViewModel {
            ViewModel(
                reference: reference,
                journey: journey.sailing.title,
                refund: context.euros(cents: journey.totalCents)
            )
        }

        enum Action: Codable {
            case cancelBookingButtonPressed
            case closeButtonPressed
        }

        static let title = "Ticket desk"

        static var controls: Controls<Self> {
            Control(
                .cancelBookingButtonPressed,
                "Cancel booking",
                role: .destructive,
                confirm: "Cancel this booking? Its full price will be refunded to your card.",
                decline: "Keep booking"
            )
            Control(.closeButtonPressed, "Close", role: .cancel)
        }

        static let about = "What can be done about a ticket."
        static let examples = [Options(reference: "K7Q2M9XA", journey: .example)]
    }
}
