import Fairway

/// A flow without behaviour of its own: tests supply the commands that its handlers run.
///
/// The actions of its screens contain commands, too.
protocol PuppetFlow: FlowController {
    /// The commands to run at the start.
    var opening: [Command] { get set }
    /// The commands to run when a child finishes.
    var onFinish: [Command] { get set }
    /// The commands to run when a child is dismissed.
    var onDismiss: [Command] { get set }
    /// The commands to run on a `Shout`.
    var onShout: [Command] { get set }
    /// A log of the results, dismissals and events that reached its handlers, and of `remember` commands.
    var heard: [String] { get set }

    init()
}

/// A puppet that can finish.
struct Puppet: PuppetFlow, Hashable {
    typealias Output = String

    var opening: [Command] = []
    var onFinish: [Command] = []
    var onDismiss: [Command] = []
    var onShout: [Command] = []
    var heard: [String] = []

    static var routes: Routes<Self> { return puppetRoutes }
}

/// A puppet that cannot finish, as required of an app's initial flow.
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
            flow.heard.append("finish \(output)" + (nav.child?.slot(as: String.self).map { " in \($0)" } ?? ""))
            try nav.perform(flow.onFinish, as: &flow)
        }
        on(dismissOf: Puppet.self) { flow, nav in
            flow.heard.append("dismiss" + (nav.child?.slot(as: String.self).map { " in \($0)" } ?? ""))
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

struct Shout: Event {
    var text: String
}

struct Toast: Effect, Hashable {
    var text: String
}

struct Errand: Job, Hashable {
    typealias Output = String
    var text: String
}
