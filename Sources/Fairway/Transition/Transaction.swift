import FairwayWire

/// One change while it is being made: a copy of the tree, and all that handlers have asked for so far.
///
/// It lives as long as the change and is used by one task at a time, which is why it is not `Sendable`; when the change
/// fails it is let go, and with it everything that had happened.
final class Transaction {
    let blueprint: Blueprint
    let limits: EngineLimits
    private(set) var context: ChangeContext
    // The dynamic exclusivity checks are off for what every change touches: these are values whose methods know nothing of
    // the transaction. Nor does what they call of an author's, an `encode(to:)` or a `deinit`: flows and screens are
    // `Sendable`, and the navigator, through which one comes back here, is not.
    @exclusivity(unchecked) var tree: Tree
    private(set) var effects: [EffectDocument] = []
    private(set) var work: [WorkChange] = []
    /// How the session ends, once it does.
    private(set) var ending: Ending?
    /// In a result's handler, the flow it came from.
    private(set) var child: Child?
    /// What the user had typed on the screen that the change is about.
    var draft: JSONValue?
    /// What the journal says of the change.
    @exclusivity(unchecked) var note = Note()
    /// The tree as it was before the change.
    let before: Tree
    /// Something a handler asked for in passing that turned out impossible: it ends the change.
    private(set) var failure: ChangeFailure?
    /// The visible screens, as far as the handlers of `on(appear:)` and `on(disappear:)` have been told of them: all, before
    /// the first handler runs and once the change has settled, but not in between.
    @exclusivity(unchecked) var inView: [Area.Entry]
    /// The screens that have become visible within this change, as they were then.
    var passing: [ScreenID: ShownScreen] = [:]

    @exclusivity(unchecked) var asked: [(operation: Operation, node: NodeID)] = []
    /// The flows whose handlers are running, the innermost last.
    @exclusivity(unchecked) private var running: [NodeID] = []
    /// The flows whose operations are still to be done, one for each, the next one's last. What they show may be yet to
    /// come.
    @exclusivity(unchecked) private(set) var unfinished: [NodeID] = []
    private var operations = 0

    init(_ tree: Tree, blueprint: Blueprint, limits: EngineLimits, context: ChangeContext) {
        self.tree = tree
        before = tree
        self.blueprint = blueprint
        self.limits = limits
        self.context = context
        inView = tree.visible
    }

    /// Queues what a handler asks for.
    func ask(_ operation: Operation, by node: NodeID) {
        asked.append((operation, node))
    }

    /// Runs a handler on a copy of its flow, writes the copy back, then does what the handler asked for, in order.
    ///
    /// What those operations lead to, a started flow's own operations for one, is done before the next of them.
    ///
    /// What an app has written is declared to run off every actor, what is within the engine where it is called. So to the
    /// compiler a handler's payload and navigator go from the one to the other, unchecked (`nonisolated(unsafe)`). That is
    /// safe because they belong to the task that runs the handler, which waits for it: who gives up on a handler that takes
    /// too long lets go of that task and all it holds.
    @inline(__always)
    func run<F: FlowController, Payload, Reply: Sendable>(
        _ id: NodeID,
        with payload: Payload,
        _ handler: @concurrent (inout F, Payload, Navigator<F>) async throws -> Reply
    ) async throws -> Reply {
        guard let node = tree[id] else { throw Mistake("\(F.name) has left while one of its handlers was to run") }
        var flow: F = unboxed(node.state)
        let outer = asked
        asked = []
        let reply: Reply
        do {
            running.append(id)
            defer { running.removeLast() }
            nonisolated(unsafe) let (lent, navigator) = (payload, Navigator<F>(self, id))
            reply = try await handler(&flow, lent, navigator)
        }
        tree.modify(id) { $0.state = flow }
        let queue = asked
        asked = outer
        for (_, node) in queue.reversed() { unfinished.append(node) }
        for (operation, node) in queue {
            unfinished.removeLast()
            try await perform(operation, by: node)
        }
        return reply
    }

    /// Calls an ancestor that conforms to a protocol, on a copy that is written back at once.
    func call<Capability>(
        _ type: Capability.Type,
        above id: NodeID,
        _ body: (inout Capability, Navigator<Capability>) throws -> Void
    ) throws {
        for node in tree.chain(from: id) where !running.contains(node.id) {
            guard var capability = node.state as? Capability else { continue }
            running.append(node.id)
            defer { running.removeLast() }
            // The asker may catch what is thrown and go on; then nothing of what was half done may stay.
            let before = (tree, asked, effects, work, failure)
            do {
                try body(&capability, Navigator(self, node.id))
            } catch {
                (tree, asked, effects, work, failure) = before
                throw error
            }
            guard let flow = capability as? any FlowController else {
                throw Mistake("\(Capability.self) put something in the place of \(node.type.name) that is no flow")
            }
            tree.modify(node.id) { $0.state = flow }
            return
        }
        throw NoResponder(type, above: tree[id]?.type.name ?? "this one")
    }

    /// Does one of the things a handler asked for.
    private func perform(_ operation: Operation, by id: NodeID) async throws {
        operations += 1
        guard operations <= limits.operationsPerChange else {
            throw Mistake(
                "one change led to more than \(limits.operationsPerChange) operations: do two handlers call each other?"
            )
        }
        guard ending == nil, tree[id] != nil else {
            // Finishing twice is harmless; anything else from a flow that has left is meant for something that is gone.
            switch operation {
            case .finish, .dismiss: return
            default:
                throw Mistake(
                    "\(before[id]?.type.name ?? "a flow") has left and then asked to \(operation): let finish() or dismiss() be the last."
                )
            }
        }
        switch operation {
        case .show(let screen, let style): try show(screen, style, by: id)
        case .start(let flow, let style, let slot): try await start(flow, style, slot: slot, by: id)
        case .showTabs(let tabs, let selected, let style): try await showTabs(tabs, selected, style, by: id)
        case .showSplit(let primary, let secondary, let style):
            try await showSplit(primary, secondary, style, by: id)
        case .select(let tab): try await select(tab, by: id)
        case .goNext(let step, let style): try goNext(step, style, by: id)
        case .goBack(let target): try await goBack(target, by: id)
        case .finish(let output): try await leave(id, with: output)
        case .dismiss: try await leave(id, with: nil)
        case .raise(let event): try await raise(event, from: id)
        }
    }

    /// Runs a parent's handler for what happened to one of its flows.
    func tell(_ parent: NodeID, of child: Child, _ key: RouteKey, _ payload: Any) async throws {
        guard let handler = tree[parent]?.type.handlers[key] else { return }
        let outer = self.child
        self.child = child
        defer { self.child = outer }
        _ = try await handler(self, parent, payload)
    }

    /// Ends the session.
    func end(_ outcome: SessionOutcome, result: RawJSON? = nil) {
        guard ending == nil else { return }
        if let root = tree.root { tree.removeSubtree(root.id) }
        tree.prune()
        ending = Ending(outcome: outcome, result: result)
    }

    /// Records an instruction to the client.
    func perform<E: Effect>(_ effect: E) {
        do {
            guard case .object(let payload) = try JSON.decode(JSONValue.self, from: JSON.encode(effect)) else {
                throw Mistake("\(E.self) does not encode to an object: give it stored properties.")
            }
            effects.append(EffectDocument(effect: E.name, id: tree.next.makeEffect(), payload: payload))
        } catch {
            fail(ChangeFailure(error))
        }
    }

    /// Ends the change, once the handler that caused it has returned.
    func fail(_ failure: ChangeFailure) { self.failure = self.failure ?? failure }

    /// Records a change to timers and background work.
    func record(_ change: WorkChange) { work.append(change) }

    /// The session goes on on another device.
    func adopt(_ device: Device) { context.device = device }
}
