import Fairway

/// A booking that is reserved for ten minutes and paid for by a job.
struct Booking: FlowController {
    typealias Output = String

    var told: [String] = []

    func start(_ nav: Navigator<Self>) {
        nav.show(Page())
        nav.schedule(HoldExpired(), after: .seconds(600), id: "hold")
    }

    static var routes: Routes<Self> {
        on(Page.self) { flow, action, nav in
            switch action {
            case .pay(let amount): flow.told.append("asked \(nav.run(Charge(amount: amount), id: "charge"))")
            case .mail: nav.run(Mail())
            case .ring: nav.run(Ring())
            case .cancel: nav.cancel(id: "charge")
            case .leave: nav.finish("left")
            case .remind(let seconds, let text): nav.schedule(Reminder(text: text), after: .seconds(seconds))
            }
        }
        on(event: HoldExpired.self) { flow, _, nav in nav.update(Page.self) { $0.isHeld = false } }
        on(event: Reminder.self) { flow, reminder, nav in
            let world = try nav.dependencies[World.self]
            try world.hear(reminder.text)
            flow.told.append(reminder.text)
        }
        on(completion: Charge.self) { flow, receipt, nav in
            try nav.dependencies[World.self].hear("paid")
            flow.told.append("paid \(receipt)")
            nav.update(Page.self) { $0.isPaid = true }
        }
        on(failure: Charge.self) { flow, failure, nav in
            flow.told.append("declined \(failure.message) after \(failure.attempts)")
        }
    }

    struct Page: Screen {
        var isHeld = true
        var isPaid = false

        enum Action: Codable {
            case mail, ring, cancel, leave
            case pay(amount: Int)
            case remind(seconds: Int, text: String)
        }
    }

    struct HoldExpired: Event {}
    struct Reminder: Event { var text: String }

    /// The booking handles its result and its failure.
    struct Charge: Job {
        typealias Output = String
        var amount: Int
    }

    /// The booking handles neither its result nor its failure.
    struct Ring: Job {}

    /// Continues after its flow has ended.
    struct Mail: Job {
        static var outlivesFlow: Bool { true }
    }
}
