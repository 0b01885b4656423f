import Fairway

/// The root of every session of the simulation.
struct Voyage: Crossing {
    typealias Output = Int

    var opening: [Deed] = []
    var log = Logbook()

    func end(_ nav: Navigator<Self>) { nav.finish(log.done.count) }

    static var routes: Routes<Self> { return crossingRoutes }
}

extension Voyage: Bridge {
    mutating func answer(_ text: String) { log.calls.append(text) }
}

/// What flows further down find up the chain.
protocol Bridge {
    mutating func answer(_ text: String)
}

/// Raised by a flow, heard by the nearest.
struct Call: Event { var text: String }

/// A timer's.
struct Bell: Event { var name: String }

/// From outside.
struct Tide: Signal { var number: Int }

/// An instruction to the client.
struct Toast: Effect { var text: String }

/// Background work that brings back its own name.
struct Haul: Job {
    typealias Output = String
    var name: String
}

/// Where sessions begin that nobody asked anything of.
struct Quay: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Place()) }

    static var routes: Routes<Self> { screen(Place.self) }

    struct Place: Screen {}
}
