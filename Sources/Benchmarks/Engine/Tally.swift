import Fairway

/// Counts: the sample `Counter` without its ways to fail.
struct Tally: FlowController {
    typealias Output = Done

    var count = 0

    func start(_ nav: Navigator<Self>) { nav.show(Page(count: count)) }

    static var routes: Routes<Self> {
        on(Page.self) { flow, action, nav in
            switch action {
            case .incrementButtonPressed:
                flow.count += 1
                let count = flow.count
                nav.update(Page.self) { $0.count = count }
            }
        }
    }

    struct Page: Screen {
        var count = 0

        enum Action: Codable { case incrementButtonPressed }
    }
}

/// Starts itself until so many flows lie on one another, and a tally on top of them.
struct Shaft: FlowController {
    typealias Output = Done

    var depth = 0

    func start(_ nav: Navigator<Self>) {
        nav.show(Floor(depth: depth))
        if depth > 0 { nav.start(Shaft(depth: depth - 1)) } else { nav.start(Tally()) }
    }

    static var routes: Routes<Self> { screen(Floor.self) }

    struct Floor: Screen {
        var depth = 0
    }
}

/// The initial flow, which an app must have.
struct Entrance: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Door()) }

    static var routes: Routes<Self> { screen(Door.self) }

    struct Door: Screen {}
}
