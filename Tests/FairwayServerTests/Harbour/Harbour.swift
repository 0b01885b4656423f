import Fairway

/// The main flow of the tests' app. It has an action with a secret parameter, starts a job and handles a signal.
struct Harbour: FlowController {
    typealias Output = Done
    var ships = 0

    func start(_ nav: Navigator<Self>) { nav.show(Quay()) }

    static var routes: Routes<Self> {
        on(Quay.self) { flow, action, nav in
            switch action {
            case .didBerth(let name, _):
                flow.ships += 1
                nav.show(Ship(name: name))
            case .callPilot:
                nav.run(CallPilot(ship: "Ada"))
            case .runAground: throw Aground()
            case .hailNobody: nav.raise(Hail())
            }
        }
        screen(Ship.self)
        on(signal: StormWarning.self) { flow, warning, nav in
            nav.show(Storm(force: warning.force), as: .modal)
        }
        screen(Storm.self)
    }

    struct Quay: Screen {
        enum Action: Codable {
            case didBerth(name: String, code: Sensitive<String>)
            case callPilot
            case runAground
            case hailNobody
        }
    }

    struct Ship: Screen { var name = "" }
    struct Storm: Screen { var force = 0 }

    struct StormWarning: Signal { var force: Int }

    /// No flow has a route for it.
    struct Hail: Event {}

    struct Aground: Error, CustomStringConvertible {
        var description: String { "Ada is on a rock" }
    }

    struct CallPilot: Job {
        typealias Output = Done
        var ship: String
    }
}
