import FairwayWire

/// Signals and business keys.
extension Transaction {
    func bind(_ key: SessionKey, for node: NodeID) async throws {
        guard !context.isSandbox else { return }
        guard key.isValid else {
            throw Mistake("the name and the value of a key have 1 to 255 bytes, and those of “\(key)” do not.")
        }
        if let bound = outbox.keys.first(where: { $0.key == key && isActive($0.node) }) {
            guard bound.node == node.number else { throw KeyTaken(key) }
            return
        }
        if let holder = try await holder(of: key) {
            guard holder.session == context.session else { throw KeyTaken(key) }
            if holder.node == node.number { return }
            // The key of a flow that has left in this change is released before this one binds it.
            guard !isActive(holder.node) else { throw KeyTaken(key) }
        }
        let held = try await storedKeys() + outbox.keys
        guard held.count(where: { isActive($0.node) }) < limits.keysPerSession else {
            throw Rejection.tooManyKeys(limits.keysPerSession)
        }
        outbox.bind(KeyBinding(key, node: node.number))
    }

    func wait(_ node: NodeID) {
        guard isSignal else {
            let flow = editor.tree[node]?.type.name ?? "a flow"
            return fail(.mistake(Mistake("\(flow) called nav.wait() in a change that delivers no signal.")))
        }
        fail(.thrown(SignalWaits(node: keyHolder ?? node)))
    }

    /// Delivers a signal to the first flow with a route for it.
    func deliver(_ name: String, with params: RawJSON?) async throws {
        let sent = context.sentSignal
        if let id = sent?.id, try await isKnown(id) { throw Problem(.idempotencyKeyReused) }
        guard try await route(name, params, sentTo: sent?.key) else {
            throw Problem(.unhandledSignal, "No flow of the session has a route for \(name).")
        }
        if let receipt = sent?.receipt() { outbox.receive(receipt, asWork: false) }
    }

    /// Delivers a signal that has waited. Without a route it waits on: the flow that handles it may start later.
    func deliver(signal item: WorkItem) async throws {
        let sent: SentSignal
        do {
            sent = try JSON.decode(SentSignal.self, from: item.payload.bytes)
        } catch {
            throw Mistake("the stored signal \(item.name) cannot be read: \(error)")
        }
        guard try await route(item.name, sent.params, sentTo: sent.key) else {
            throw SignalWaits(node: NodeID(item.node))
        }
        if let receipt = sent.receipt() { outbox.receive(receipt, asWork: true) }
    }

    /// Binds the key of the signal that starts the session, and adds the signal as the root flow's work.
    func begin(with signal: StartingSignal) async throws {
        guard let root = editor.tree.root?.id else { return }
        if let id = signal.sent.id, try await isKnown(id) { throw Problem(.idempotencyKeyReused) }
        try await bind(signal.key, for: root)
        outbox.add(try signal.sent.work(signal.work, named: signal.name, for: root, origin: context.origin))
        if let receipt = signal.sent.receipt() { outbox.receive(receipt, asWork: false) }
    }

    /// Runs the handler of the first flow with a route. Returns false if there is none.
    ///
    /// A signal for a key passes over flows that answer to another key of the same name, and the flows below them: of two
    /// orders in one session, each gets its own signals.
    private func route(_ name: String, _ params: RawJSON?, sentTo key: SessionKey?) async throws -> Bool {
        let front = editor.tree.front
        subject = JournalSubject(
            flow: front.flatMap { editor.tree[$0.owner]?.type.name },
            screen: front.flatMap { editor.tree.shown($0.screen)?.screen.type.name },
            name: name,
            delivery: subject.delivery
        )
        let keys = key == nil || context.isSandbox ? [] : try await storedKeys()
        if let key, !context.isSandbox, !keys.contains(where: { $0.key == key }) { throw Problem(.noSuchSession) }
        for node in editor.tree.signalOrder {
            guard let type = node.type.signal(named: name), let handler = node.type.handlers[RouteKey(.signal, type)],
                !answersToOther(node.id, key, keys)
            else { continue }
            if let front, !editor.tree.chain(from: front.owner).contains(where: { $0.id == node.id }) {
                (subject.flow, subject.screen) = (node.type.name, nil)
            }
            let signal = try type.decodeSignal(params)
            subject.params = try RawJSON(encoding: signal, userInfo: [.maskingSensitive: true])
            isSignal = true
            keyHolder = keys.first { $0.key == key }.map { NodeID($0.node) }
            _ = try await handler(self, node.id, signal)
            if let failure { throw failure }
            return true
        }
        return false
    }

    /// Whether the nearest flow up the responder chain that holds keys of the same name holds others only.
    private func answersToOther(_ node: NodeID, _ key: SessionKey?, _ keys: [KeyBinding]) -> Bool {
        guard let key else { return false }
        for node in editor.tree.chain(from: node) {
            let own = keys.filter { $0.node == node.id.number && $0.key.name == key.name }
            if !own.isEmpty { return !own.contains { $0.key == key } }
        }
        return false
    }

    private func isActive(_ node: Int) -> Bool { editor.tree[NodeID(node)] != nil }

    private func signalStore() throws(Problem) -> any SignalStore {
        guard let store = context.signals else { throw Problem(.storeUnavailable, "This kind of store has no keys.") }
        return store
    }

    private func holder(of key: SessionKey) async throws -> KeyHolder? {
        let store = try signalStore()
        return try await answer { () async throws(StoreError) in try await store.holder(of: key) }
    }

    private func storedKeys() async throws -> [KeyBinding] {
        let (store, session) = (try signalStore(), context.session)
        return try await answer { () async throws(StoreError) in try await store.keys(of: session) }
    }

    private func isKnown(_ id: String) async throws -> Bool {
        let store = try signalStore()
        return try await answer { () async throws(StoreError) in try await store.receipt(id) != nil }
    }

    /// A store that fails within a handler is not the flow's failure.
    private func answer<Value>(_ call: () async throws(StoreError) -> Value) async throws -> Value {
        do throws(StoreError) { return try await call() } catch { throw Problem(.storeUnavailable) }
    }
}

extension Tree {
    /// The flows in the order in which a signal is offered to them: the responder chain of the front screen, and then those of
    /// the other screens from the front to the back. A layer is in front of the layers below, the selected tab in front of the
    /// others, which follow in their order, the secondary pane in front of the primary one, and a screen in front of those
    /// below it in its stack.
    var signalOrder: [Node] {
        var known: Set<NodeID> = []
        var order: [Node] = []
        let owners = [front?.owner].compactMap(\.self) + layers.reversed().flatMap { $0.area.frontToBack.map(\.owner) }
        for owner in owners where !known.contains(owner) {
            for node in chain(from: owner) where known.insert(node.id).inserted { order.append(node) }
        }
        return order
    }
}

extension Area {
    /// All screens, the frontmost first.
    fileprivate var frontToBack: [Entry] {
        switch self {
        case .stack(let stack): stack.entries.reversed()
        case .tabs(let tabs):
            (tabs.tabs.filter { $0.key == tabs.selected } + tabs.tabs.filter { $0.key != tabs.selected })
                .flatMap(\.area.frontToBack)
        case .split(let split): split.secondary.frontToBack + split.primary.frontToBack
        }
    }
}

extension Signal {
    /// Decodes the parameters of a signal.
    static func decodeSignal(_ params: RawJSON?) throws -> Self {
        do {
            return try JSON.decode(Self.self, from: params?.bytes ?? Array("{}".utf8))
        } catch let error as JSONError {
            throw Problem(.invalidParams, errors: [FieldError(error, under: "/params")])
        }
    }
}
