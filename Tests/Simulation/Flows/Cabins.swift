import Fairway

/// An ordered flow with a conditional step and a retained step.
struct Cabins: OrderedFlow {
    typealias Output = Int

    var number: Int
    var log = Logbook()

    static var order: Order<Self> {
        step(Deck.self, id: "one") { flow in Deck(label: "cabin \(flow.number)") }
        step(Chart.self, when: { $0.number % 2 == 0 }) { _ in Chart(label: "map") }
        step(Deck.self, id: "two", keep: .retained) { flow in Deck(label: "\(flow.log.done.count)") }
    }

    static var routes: Routes<Self> {
        on(Deck.self) { flow, action, nav in try flow.act(action.order, nav) }
        on(Chart.self) { flow, action, nav in try flow.act(action.order, nav) }
    }

    private mutating func act(_ order: Act, _ nav: Navigator<Self>) throws {
        log.done.append(order.number)
        for deed in order.deeds {
            switch deed {
            case .finish: nav.finish(number)
            case .dismiss: nav.dismiss()
            case .back: nav.goBack()
            case .backToRoot: nav.goBackToRoot()
            case .rename(let label): nav.update(Deck.self) { $0.label = label }
            case .refuse: try nav.reject(FieldError("/params/deeds", "refused"))
            case .fail: throw Deed.Failure()
            case .toast(let text): nav.perform(Toast(text: text))
            case .backToChart: nav.goNext(to: Deck.self, id: "two")
            default: nav.goNext()
            }
        }
    }
}
