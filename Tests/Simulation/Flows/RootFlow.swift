import Fairway

/// The root flow of every simulated session.
struct RootFlow: CommandedFlow {
    typealias Output = Int

    var opening: [FlowCommand] = []
    var log = FlowLog()

    func end(_ nav: Navigator<Self>) { nav.finish(log.done.count) }

    static var routes: Routes<Self> { return commandRoutes }
}

extension RootFlow: CallHandling {
    mutating func answer(_ text: String) { log.calls.append(text) }
}

/// The protocol through which flows call the root flow with `Navigator.find`.
protocol CallHandling {
    mutating func answer(_ text: String)
}

/// Raised by a flow and handled by the nearest flow above.
struct CallEvent: Event { var text: String }

/// A timer's event.
struct TimerEvent: Event { var name: String }

/// An external signal.
struct NumberSignal: Signal { var number: Int }

struct Toast: Effect { var text: String }

/// A job that returns its own name.
struct EchoJob: Job {
    typealias Output = String
    var name: String
}

/// The app's initial flow. No client starts it: each names `RootFlow` in its start request.
struct IdleFlow: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Place()) }

    static var routes: Routes<Self> { screen(Place.self) }

    struct Place: Screen {}
}
