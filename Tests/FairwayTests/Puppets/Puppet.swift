import Fairway

/// A flow that does what it is told: at its start, on its screens' actions, and when a child has a result.
protocol PuppetFlow: FlowController {
    /// What it does at its start.
    var opening: [Command] { get set }
    /// What it does when a child finishes.
    var onFinish: [Command] { get set }
    /// What it does when a child is dismissed.
    var onDismiss: [Command] { get set }
    /// What it does when it hears a shout.
    var onShout: [Command] { get set }
    /// What it was told of, in order.
    var heard: [String] { get set }

    init()
}

/// An ordinary puppet: it can finish.
struct Puppet: PuppetFlow, Hashable {
    typealias Output = String

    var opening: [Command] = []
    var onFinish: [Command] = []
    var onDismiss: [Command] = []
    var onShout: [Command] = []
    var heard: [String] = []

    static var routes: Routes<Self> { return puppetRoutes }
}

/// An initial puppet: it never finishes.
struct Stage: PuppetFlow, Hashable {
    var opening: [Command] = []
    var onFinish: [Command] = []
    var onDismiss: [Command] = []
    var onShout: [Command] = []
    var heard: [String] = []

    static var routes: Routes<Self> { return puppetRoutes }
}

extension PuppetFlow {
    init(_ opening: Command..., onFinish: [Command] = [], onDismiss: [Command] = [], onShout: [Command] = []) {
        self.init()
        self.opening = opening
        self.onFinish = onFinish
        self.onDismiss = onDismiss
        self.onShout = onShout
    }

    mutating func start(_ nav: Navigator<Self>) throws { try nav.perform(opening, as: &self) }

    @RoutesBuilder<Self> static var puppetRoutes: Routes<Self> {
        on(Page.self) { flow, action, nav in try nav.perform(action.commands, as: &flow) }
        on(Landmark.self) { flow, action, nav in try nav.perform(action.commands, as: &flow) }
        on(Question.self) { flow, action, nav in try nav.perform(action.commands, as: &flow) }
        on(Slip.self) { flow, action, nav in try nav.perform(action.commands, as: &flow) }
        on(finishOf: Puppet.self) { flow, output, nav in
            flow.heard.append("finish \(output)" + (nav.child?.slot.map { " in \($0)" } ?? ""))
            try nav.perform(flow.onFinish, as: &flow)
        }
        on(dismissOf: Puppet.self) { flow, nav in
            flow.heard.append("dismiss" + (nav.child?.slot.map { " in \($0)" } ?? ""))
            try nav.perform(flow.onDismiss, as: &flow)
        }
        on(event: Shout.self) { flow, shout, nav in
            flow.heard.append("shout \(shout.text)")
            try nav.perform(flow.onShout, as: &flow)
        }
        on(completion: Errand.self) { flow, output, nav in flow.heard.append("done \(output)") }
        on(failure: Errand.self) { flow, failure, nav in flow.heard.append("gave up: \(failure.message)") }
    }
}

/// Heard by the flow that scheduled it, or by the nearest above one that raised it.
struct Shout: Event {
    var text: String
}

/// An instruction to the client.
struct Toast: Effect, Hashable {
    var text: String
}

/// Background work.
struct Errand: Job, Hashable {
    typealias Output = String
    var text: String
}
