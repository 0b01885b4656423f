import Fairway

/// A flow that runs the given commands when it starts and on its screens' actions.
protocol CommandedFlow: FlowController {
    /// The commands to run at the start.
    var opening: [FlowCommand] { get }
    var log: FlowLog { get set }
    /// Finishes the flow with its result.
    func end(_ nav: Navigator<Self>)
}

extension CommandedFlow {
    mutating func start(_ nav: Navigator<Self>) async throws { try await perform(opening, nav) }

    /// Runs the commands of an action.
    mutating func act(_ order: NumberedCommands, _ nav: Navigator<Self>) async throws {
        log.done.append(order.number)
        try await perform(order.commands, nav)
    }

    @RoutesBuilder<Self> static var commandRoutes: Routes<Self> {
        on(PlainScreen.self) { flow, action, nav in try await flow.act(action.order, nav) }
        on(TargetScreen.self) { flow, action, nav in try await flow.act(action.order, nav) }
        on(AlertScreen.self) { flow, action, nav in try await flow.act(action.order, nav) }
        on(SheetScreen.self) { flow, action, nav in try await flow.act(action.order, nav) }
        on(back: PlainScreen.self) { _, gesture, _ in gesture.draft(as: String.self) == "stay" ? .stay : .leave }
        on(finishOf: NestedFlow.self) { flow, number, nav in flow.log.results.append(number) }
        on(finishOf: StepsFlow.self) { flow, number, nav in flow.log.results.append(number) }
        on(dismissOf: NestedFlow.self) { flow, nav in flow.log.dismissals += 1 }
        on(dismissOf: StepsFlow.self) { flow, nav in flow.log.dismissals += 1 }
        on(event: CallEvent.self) { flow, call, nav in flow.log.calls.append(call.text) }
        on(signal: NumberSignal.self) { flow, signal, nav in flow.log.signals.append(signal.number) }
        shows(TargetScreen.self, for: String.self) { flow, label in
            TargetScreen(label: label, done: flow.log.done.count)
        }
        on(event: TimerEvent.self) { flow, event, nav in flow.log.firedTimers.append(event.name) }
        on(completion: EchoJob.self) { flow, name, nav in flow.log.finishedJobs.append(name) }
        on(failure: EchoJob.self) { flow, failure, nav in flow.log.note(failure) }
    }

    private mutating func perform(_ commands: [FlowCommand], _ nav: Navigator<Self>) async throws {
        for command in commands {
            switch command {
            case .pause(let milliseconds): try await nav.dependencies[SimulationEnvironment.self].pause(milliseconds)
            case .refuse: try nav.reject("refused", "The command refuses.")
            case .fail: throw FlowCommand.Failure()
            case .find(let text):
                if nav.find((any CallHandling).self, { handler, _ in handler.answer(text) }) == false {
                    throw FlowCommand.Failure()
                }
            case .raise(let text): nav.raise(CallEvent(text: text))
            case .finish: end(nav)
            case .schedule(let name, let seconds, let id):
                log.timers.append(name)
                log.name(id, name)
                nav.schedule(TimerEvent(name: name), after: .seconds(seconds), id: id)
            case .job(let name, let id):
                log.jobs.append(name)
                log.name(id, name)
                nav.run(EchoJob(name: name), id: id)
            case .cancel(let id):
                log.cancel(id)
                nav.cancel(id: id)
            default: move(command, nav)
            }
        }
    }

    private func move(_ command: FlowCommand, _ nav: Navigator<Self>) {
        switch command {
        case .show(let label, let style): nav.show(PlainScreen(label: label), as: style)
        case .target(let label): nav.show(TargetScreen.self, for: label)
        case .alert(let label): nav.show(AlertScreen(title: Text(verbatim: label)))
        case .sheet(let label): nav.show(SheetScreen(label: label))
        case .start(let flow, let style, let slot): nav.start(flow, as: style, slot: slot)
        case .steps(let number): nav.start(StepsFlow(number: number))
        case .tabs(let flows): nav.showTabs { for flow in flows { Tab("t\(flow.number % 3)", title: "", flow) } }
        case .split(let primary, let secondary): nav.showSplit(primary: primary, secondary: secondary)
        case .select(let tab): nav.select(tab)
        case .dismiss: nav.dismiss()
        case .back: nav.goBack()
        case .backToTarget: nav.goBack(to: TargetScreen.self)
        case .backToRoot: nav.goBackToRoot()
        case .rename(let label): nav.update(PlainScreen.self) { $0.label = label }
        case .toast(let text): nav.perform(Toast(text: text))
        default: break
        }
    }
}
