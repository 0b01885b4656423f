import Fairway

/// A flow that runs the given commands when it starts and on its screens' actions.
protocol Crossing: FlowController {
    /// The commands to run at the start.
    var opening: [Deed] { get }
    var log: Logbook { get set }
    /// Finishes with the flow's result.
    func end(_ nav: Navigator<Self>)
}

extension Crossing {
    mutating func start(_ nav: Navigator<Self>) async throws { try await perform(opening, nav) }

    /// Runs the commands of an action.
    mutating func act(_ order: Act, _ nav: Navigator<Self>) async throws {
        log.done.append(order.number)
        try await perform(order.deeds, nav)
    }

    @RoutesBuilder<Self> static var crossingRoutes: Routes<Self> {
        on(Deck.self) { flow, action, nav in try await flow.act(action.order, nav) }
        on(Chart.self) { flow, action, nav in try await flow.act(action.order, nav) }
        on(Hail.self) { flow, action, nav in try await flow.act(action.order, nav) }
        on(Slip.self) { flow, action, nav in try await flow.act(action.order, nav) }
        on(back: Deck.self) { _, gesture, _ in gesture.draft(as: String.self) == "stay" ? .stay : .leave }
        on(finishOf: Leg.self) { flow, number, nav in flow.log.results.append(number) }
        on(finishOf: Cabins.self) { flow, number, nav in flow.log.results.append(number) }
        on(dismissOf: Leg.self) { flow, nav in flow.log.dismissals += 1 }
        on(dismissOf: Cabins.self) { flow, nav in flow.log.dismissals += 1 }
        on(event: Call.self) { flow, call, nav in flow.log.calls.append(call.text) }
        on(signal: Tide.self) { flow, tide, nav in flow.log.signals.append(tide.number) }
        viewModel(for: Deck.self) { flow, screen, context in
            Deck.Seen(label: screen.label, done: flow.log.done.count, results: flow.log.results)
        }
        on(event: Bell.self) { flow, bell, nav in flow.log.rung.append(bell.name) }
        on(completion: Haul.self) { flow, name, nav in flow.log.hauled.append(name) }
        on(failure: Haul.self) { flow, failure, nav in flow.log.hauled.append(failure.message) }
    }

    private mutating func perform(_ deeds: [Deed], _ nav: Navigator<Self>) async throws {
        for deed in deeds {
            switch deed {
            case .pause(let milliseconds): await nav.dependencies[Outside.self].pause(milliseconds)
            case .refuse: try nav.reject(FieldError("/params/deeds", "refused"))
            case .fail: throw Deed.Failure()
            case .ask(let text): try nav.ask((any Bridge).self) { bridge, _ in bridge.answer(text) }
            case .raise(let text): nav.raise(Call(text: text))
            case .finish: end(nav)
            case .schedule(let name, let seconds, let id):
                log.alarms.append(name)
                log.name(id, name)
                nav.schedule(Bell(name: name), after: .seconds(seconds), id: id)
            case .haul(let name, let id):
                log.hauls.append(name)
                log.name(id, name)
                nav.run(Haul(name: name), id: id)
            case .cancel(let id):
                log.withdraw(id)
                nav.cancel(id: id)
            default: move(deed, nav)
            }
        }
    }

    private func move(_ deed: Deed, _ nav: Navigator<Self>) {
        switch deed {
        case .show(let label, let style): nav.show(Deck(label: label), as: style)
        case .chart(let label): nav.show(Chart(label: label))
        case .hail(let label): nav.show(Hail(title: label))
        case .slip(let label): nav.show(Slip(label: label))
        case .start(let leg, let style, let slot): nav.start(leg, as: style, slot: slot)
        case .order(let number): nav.start(Cabins(number: number))
        case .tabs(let legs): nav.showTabs { for leg in legs { Tab("t\(leg.number % 3)", title: "", leg) } }
        case .split(let primary, let secondary): nav.showSplit(primary: primary, secondary: secondary)
        case .select(let tab): nav.select(tab)
        case .dismiss: nav.dismiss()
        case .back: nav.goBack()
        case .backToChart: nav.goBack(to: Chart.self)
        case .backToRoot: nav.goBackToRoot()
        case .rename(let label): nav.update(Deck.self) { $0.label = label }
        case .toast(let text): nav.perform(Toast(text: text))
        default: break
        }
    }
}
