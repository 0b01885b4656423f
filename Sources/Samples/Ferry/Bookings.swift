import Fairway
import Foundation

/// The bookings of the signed-in user.
struct Bookings: FlowController {
    typealias Output = Done

    static let title = "Your bookings"
    static let about = "Your own bookings."

    func start(_ nav: Navigator<Self>) async throws {
        nav.show(List(tickets: try await tickets(nav)))
    }

    static var routes: Routes<Self> {
        on(List.self) { flow, action, nav in
            switch action {
            case .didSelectBooking(let reference):
                guard let ticket = try await flow.tickets(nav).first(where: { $0.reference == reference }) else {
                    try nav.reject("reference", "unknown", "There is no booking with this reference.")
                }
                nav.start(Ferry(reference: ticket.reference))
            case .closeButtonPressed: nav.dismiss()
            }
        }
        on(finishOf: Ferry.self) { flow, done, nav in
            nav.show(List(tickets: try await flow.tickets(nav)), as: .root)
        }
    }

    private func tickets(_ nav: Navigator<Self>) async throws -> [Ferry.Ticket] {
        guard let user = nav.user else { return [] }
        return try await nav.dependencies[TicketOffice.self].tickets(of: user.id)
    }

    /// `/bookings` opens the list.
    static let link = Link("/bookings") { link, nav in
        nav.chain { ChainLink.flow(Bookings(), as: .modal) }
    }
}

extension Bookings {
    struct List: Screen {
        var tickets: [Ferry.Ticket]

        struct ViewModel: Codable {
            var bookings: [Row]
        }

        struct Row: Codable {
            var reference: String
            var title: String
            var departs: Date
        }

        func viewModel(in context: ScreenContext) -> ViewModel {
            ViewModel(
                bookings: tickets.map { ticket in
                    let sailing = ticket.journey.sailing
                    return Row(reference: ticket.reference, title: sailing.title, departs: sailing.departs)
                }
            )
        }

        enum Action: Codable {
            case didSelectBooking(reference: String)
            case closeButtonPressed
        }

        static let title = "Your bookings"

        static var controls: Controls<Self> {
            Control(Action.didSelectBooking, "Open", on: .row(of: \.bookings, \.reference))
            Control(.closeButtonPressed, "Close", role: .cancel)
        }

        static let about = "The list of bookings."
        static let examples = [
            List(tickets: []), List(tickets: [Ferry.Ticket(reference: "K7Q2M9XA", journey: .example)]),
        ]
    }
}

extension User {
    /// The name to show: the claim `name` if it is kept, otherwise the id.
    var name: String { claims["name"] ?? id }
}
