import Fairway

/// An ordered flow with a conditional step and a retained step.
struct StepsFlow: OrderedFlow {
    typealias Output = Int

    var number: Int
    var log = FlowLog()

    static var order: Order<Self> {
        step(PlainScreen.self, id: "one", keep: .transient) { flow in PlainScreen(label: "step \(flow.number)") }
        step(TargetScreen.self, when: { $0.number % 2 == 0 }) { flow in
            TargetScreen(label: "map", done: flow.log.done.count)
        }
        step(PlainScreen.self, id: "two", keep: .retained) { flow in PlainScreen(label: "\(flow.log.done.count)") }
    }

    static var routes: Routes<Self> {
        on(PlainScreen.self) { flow, action, nav in try flow.act(action.order, nav) }
        on(TargetScreen.self) { flow, action, nav in try flow.act(action.order, nav) }
    }

    private mutating func act(_ order: NumberedCommands, _ nav: Navigator<Self>) throws {
        log.done.append(order.number)
        for command in order.commands {
            switch command {
            case .finish: nav.finish(number)
            case .dismiss: nav.dismiss()
            case .back: nav.goBack()
            case .backToRoot: nav.goBackToRoot()
            case .rename(let label): nav.update(PlainScreen.self) { $0.label = label }
            case .refuse: try nav.reject("refused", "The command refuses.")
            case .fail: throw FlowCommand.Failure()
            case .toast(let text): nav.perform(Toast(text: text))
            case .backToTarget: nav.goNext(to: PlainScreen.self, id: "two")
            default: nav.goNext()
            }
        }
    }
}
