import Fairway
import FairwayOperators
import FairwayTesting
import FairwayWire
import Testing

/// An engine with a shop, on a manual clock. Several can share a store, one after the other or as nodes.
struct SignalShop: Sendable {
    let store: FaultyStore
    let clock: ManualClock
    let operators: Operators
    let worker: Worker

    init(
        _ store: any Store = MemoryStore(),
        clock: ManualClock = ManualClock(),
        identifiers: CountedIdentifiers = CountedIdentifiers(),
        limits: EngineLimits = EngineLimits()
    ) throws {
        self.store = FaultyStore(store)
        self.clock = clock
        let app = App(initial: Mall()) {
            Flow(Checkout(order: "0"))
            Flow(Lens())
            Flow(News())
            Flow(Claim(number: "0"), start: .appOnly)
            SignalStart(Claim.self, key: "claim")
        }
        operators = try Operators(app, store: self.store, clock: clock, identifiers: identifiers, limits: limits)
        worker = try Worker(operators.engine)
    }

    var engine: Engine { operators.engine }
    var sessions: Sessions { AppContext(engine).sessions }
    var signals: any SignalStore { get throws { try #require(store.signals) } }

    /// Starts a session with a checkout in the first of two tabs.
    func begin(by requester: Requester = .anonymous) async throws -> String {
        try await engine.start(StartRequest(), by: requester).state().session
    }

    func answer(_ name: String, _ params: JSONValue? = nil, to session: String) async throws -> Answer {
        await engine.perform(
            .action(name: name, params: try params.map { try RawJSON(encoding: $0) }, screen: nil, draft: nil),
            on: session,
            by: Caller(.app)
        )
    }

    @discardableResult
    func send(_ name: String, _ params: JSONValue? = nil, to session: String) async throws -> StateDocument {
        try await answer(name, params, to: session).state()
    }

    func bind(_ order: String, in session: String) async throws {
        try await send("bind", ["order": .string(order)], to: session)
    }

    func select(_ tab: String, in session: String) async throws {
        _ = try await engine.perform(.select(container: nil, tab: tab), on: session, by: Caller(.app)).state()
    }

    /// What the flows of a session have noted, from the oldest flow to the newest.
    func noted(_ session: String) async throws -> [String] {
        try await engine.inspect(session).flows.flatMap { ($0.value as? any Noting)?.notes ?? [] }
    }

    func kinds(_ session: String) async throws -> [String] {
        try await store.journal(session, after: 0, limit: 100).map(\.kind)
    }

    /// Advances the clock and executes the work that is due.
    func pass(_ seconds: Double = 0) async {
        clock.advance(by: seconds)
        await worker.runDueWork()
    }
}

extension SessionKey {
    static func order(_ id: String) -> SessionKey { SessionKey("order", id) }
}

protocol Noting { var notes: [String] { get } }

/// The flows of the shop.
extension SignalShop {
    struct Paid: Signal { var reference: String }
    struct Recalled: Signal {}
    struct Unrouted: Signal {}

    /// Two tabs, a checkout and a list of news.
    struct Mall: FlowController, Noting {
        var notes: [String] = []

        func start(_ nav: Navigator<Self>) {
            nav.showTabs(selected: "order") {
                Tab("order", title: "Order", Checkout(order: "345"))
                Tab("other", title: "Other", Checkout(order: "346"))
                Tab("news", title: "News", News())
            }
        }

        static var routes: Routes<Self> {
            on(signal: Recalled.self) { flow, _, _ in flow.notes.append("recalled") }
            on(finishOf: Checkout.self) { flow, reference, nav in
                flow.notes.append("paid \(reference)")
                nav.select("news")
            }
            on(dismissOf: Checkout.self) { _, nav in nav.select("news") }
            on(finishOf: News.self) { _, _, _ in }
        }
    }

    struct News: FlowController {
        typealias Output = Done
        struct Page: Screen {}

        func start(_ nav: Navigator<Self>) { nav.show(Page()) }
    }

    /// Waits for a payment, which finishes it.
    struct Checkout: FlowController, Noting {
        typealias Output = String

        var order: String
        var isReady = true
        var notes: [String] = []

        struct TimeIsUp: Event {}

        struct Page: Screen {
            enum Action: Codable {
                case bind(order: String)
                case bindCatching(order: String)
                case bindMany(count: Int)
                case stop, go, leave, look, hurry, waitNow
            }
        }

        func start(_ nav: Navigator<Self>) { nav.show(Page()) }

        static var routes: Routes<Self> {
            on(Page.self) { flow, action, nav in
                switch action {
                case .bind(let order):
                    try await nav.bind(.order(order))
                    flow.notes.append("bound \(order)")
                case .bindCatching(let order):
                    do { try await nav.bind(.order(order)) } catch let taken as KeyTaken {
                        flow.notes.append("taken \(taken.key.value)")
                    }
                case .bindMany(let count): for number in 0..<count { try await nav.bind(.order("many \(number)")) }
                case .stop: flow.isReady = false
                case .go: flow.isReady = true
                case .leave: nav.dismiss()
                case .look: nav.start(Lens(), as: .modal)
                case .hurry: nav.schedule(TimeIsUp(), after: .seconds(60))
                case .waitNow: nav.wait()
                }
            }
            on(signal: Paid.self) { flow, signal, nav in
                guard flow.isReady else {
                    flow.notes.append("waits")
                    return nav.wait()
                }
                if signal.reference == "fails" { throw Failure() }
                flow.notes.append(signal.reference)
                if signal.reference != "part" { nav.finish(signal.reference) }
            }
            on(event: TimeIsUp.self) { flow, _, nav in nav.finish("too late") }
            on(finishOf: Lens.self) { _, _, _ in }
        }

        private struct Failure: Error {}
    }

    /// Shown in front of a checkout. Has no route for signals.
    struct Lens: FlowController {
        typealias Output = Done

        struct Page: Screen {
            enum Action: Codable { case close }
        }

        func start(_ nav: Navigator<Self>) { nav.show(Page()) }

        static var routes: Routes<Self> {
            on(Page.self) { _, _, nav in nav.finish(Done()) }
        }
    }

    /// Started by a signal.
    struct Claim: FlowController, Noting {
        struct Input: Codable { var number: String }
        typealias Output = Done

        var number: String
        var notes: [String] = []

        struct Page: Screen {
            enum Action: Codable { case close }
        }

        init(number: String) { self.number = number }
        init(_ input: Input) throws { number = input.number }

        func start(_ nav: Navigator<Self>) async throws {
            nav.show(Page())
            // It holds the key that it was started for already.
            try await nav.bind(SessionKey("claim", number))
        }

        static var routes: Routes<Self> {
            on(Page.self) { _, _, nav in nav.finish(Done()) }
            on(signal: Paid.self) { flow, signal, _ in flow.notes.append("\(flow.number) \(signal.reference)") }
        }
    }
}
