import Fairway

/// A flow with parcels to deliver, and a bell to be rung for each of them.
struct Courier: FlowController {
    static let parcels = 12

    /// How often it was told that a parcel was delivered, by the parcel's number.
    var delivered = Array(repeating: 0, count: parcels)
    /// How often it was told to ring, by the parcel's number.
    var rung = Array(repeating: 0, count: parcels)

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Page.self) { flow, action, nav in
            for parcel in 0..<parcels {
                nav.run(Delivery(parcel: parcel))
                nav.schedule(Ring(parcel: parcel), after: .milliseconds(parcel * 5))
            }
        }
        on(completion: Delivery.self) { flow, parcel, nav in flow.delivered[parcel] += 1 }
        on(event: Ring.self) { flow, ring, nav in flow.rung[ring.parcel] += 1 }
    }

    struct Page: Screen {
        enum Action: String, Codable, CaseIterable { case sendButtonPressed }
    }

    struct Delivery: Job {
        typealias Output = Int
        var parcel: Int
    }

    struct Ring: Event { var parcel: Int }
}
