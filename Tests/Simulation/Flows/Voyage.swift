import Fairway

/// The root flow of every simulated session.
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

/// A protocol for `Navigator.ask`.
protocol Bridge {
    mutating func answer(_ text: String)
}

/// Raised by a flow and handled by the nearest flow above.
struct Call: Event { var text: String }

/// A timer's event.
struct Bell: Event { var name: String }

/// An external signal.
struct Tide: Signal { var number: Int }

struct Toast: Effect { var text: String }

/// A job that returns its own name.
struct Haul: Job {
    typealias Output = String
    var name: String
}

/// The initial flow of sessions that a client starts without a request.
struct Quay: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Place()) }

    static var routes: Routes<Self> { screen(Place.self) }

    struct Place: Screen {}
}
