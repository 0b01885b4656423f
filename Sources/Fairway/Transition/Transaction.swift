import FairwayWire
import Foundation

/// A change in progress. It runs the handlers, and connects the three parts of the change: the tree that they edit, the
/// outbox of effects and work, and the screens and view models that are made. No part knows the others.
///
/// It is used by one task at a time and therefore not `Sendable`. If the change fails, the transaction is discarded.
final class Transaction {
    let blueprint: Blueprint
    let limits: EngineLimits
    private(set) var context: ChangeContext
    /// The session's language.
    private(set) var language: Language
    // Exclusivity checking is off for the properties that every change accesses. Overlapping access is impossible:
    // their methods do not know the transaction, and app code called from them (`encode(to:)`, `deinit`) cannot reach
    // it, because flows and screens are `Sendable` and the navigator is not.
    @exclusivity(unchecked) var editor: TreeEditor
    @exclusivity(unchecked) var viewModels: MadeViewModels
    var outbox: Outbox
    @exclusivity(unchecked) var subject = JournalSubject()
    /// The user's unsaved input on the change's screen.
    var draft: JSONValue?
    /// Whether the change delivers a signal, so that a flow may answer ``Navigator/wait()``.
    var isSignal = false
    /// The flow that holds the key of the signal. The signal waits no longer than the flow holds the key.
    var keyHolder: NodeID?
    /// The lines that the handlers have written; nil if they have written none.
    private(set) var lines: ChangeLog?
    /// A failure that is thrown after the current handler has returned.
    private(set) var failure: ChangeFailure?

    /// - Parameter keepsStates: Whether an observer keeps the state after the change.
    init(
        _ tree: Tree,
        blueprint: Blueprint,
        limits: EngineLimits,
        context: ChangeContext,
        keepsStates: Bool = false
    ) {
        editor = TreeEditor(tree, mostOperations: limits.operationsPerChange)
        outbox = Outbox(isSandbox: context.isSandbox, origin: context.origin)
        viewModels = MadeViewModels(isSandbox: context.isSandbox, keepsStates: keepsStates)
        self.blueprint = blueprint
        self.limits = limits
        self.context = context
        language = blueprint.languages.language(of: context.device)
    }

    func enqueue(_ request: NavigationRequest, by node: NodeID) { editor.operations.record(request, by: node) }

    /// Runs a handler on a copy of its flow, stores the copy, and performs its requests in order.
    ///
    /// Requests are performed depth-first: those of a started flow precede the remaining requests.
    ///
    /// Handlers are `@concurrent`, and the engine runs in its caller's isolation. The payload and the navigator
    /// therefore cross isolation as `nonisolated(unsafe)`. This is safe because they are used only by the
    /// task that runs the handler, which awaits it. A caller that times out drops that task and everything it holds.
    func run<F: FlowController, Payload, Reply: Sendable>(
        _ id: NodeID,
        with payload: Payload,
        _ handler: @concurrent (inout F, Payload, Navigator<F>) async throws -> Reply
    ) async throws -> Reply {
        guard let node = editor.tree[id] else { throw Mistake("\(F.name) has ended before its handler could run") }
        var flow: F = unboxed(node.state)
        let outer = editor.operations.take()
        let reply: Reply
        do {
            editor.operations.beginHandler(of: id)
            defer { editor.operations.endHandler() }
            nonisolated(unsafe) let (lent, navigator) = (payload, Navigator<F>(self, id))
            reply = try await handler(&flow, lent, navigator)
        }
        viewModels.noteHandlerRun()
        editor.tree.modify(id) { node in
            node.state = flow
            node.writes += 1
        }
        let queue = editor.operations.take(restoring: outer)
        editor.operations.expect(queue)
        for (request, node) in queue {
            try editor.operations.beginNext()
            try await perform(request, by: node)
        }
        return reply
    }

    /// Calls `body` with a copy of the nearest flow in the responder chain that conforms to a protocol and runs no
    /// handler, and stores the copy. Returns false if there is no such flow.
    func call<Capability>(
        _ type: Capability.Type,
        above id: NodeID,
        _ body: (inout Capability, Navigator<Capability>) throws -> Void
    ) rethrows -> Bool {
        for node in editor.tree.chain(from: id) where !editor.operations.isRunning(node.id) {
            guard var capability = node.state as? Capability else { continue }
            editor.operations.beginHandler(of: node.id)
            defer { editor.operations.endHandler() }
            // The caller may catch the error, so restore the state from before the call.
            let before = (editor, outbox, failure)
            do {
                try body(&capability, Navigator(self, node.id))
            } catch {
                (editor, outbox, failure) = before
                throw error
            }
            if let flow = capability as? any FlowController {
                viewModels.noteHandlerRun()
                editor.tree.modify(node.id) { node in
                    node.state = flow
                    node.writes += 1
                }
            } else {
                let mistake = "find(\(Capability.self)) replaced \(node.type.name) by a value that is not a flow"
                fail(.mistake(Mistake(mistake)))
            }
            return true
        }
        return false
    }

    private func perform(_ request: NavigationRequest, by id: NodeID) async throws {
        guard try editor.applies(request, by: id) else { return }
        switch request {
        case .show(let screen, let style): try show(screen, as: style, by: id)
        case .showDerived(let screen, let parameter, let style):
            try await show(screen, for: parameter, as: style, by: id)
        case .start(let flow, let style, let slot, let call):
            try await start(flow, as: style, slot: slot, for: call, by: id)
        case .showTabs(let tabs, let selected, let style):
            try await showTabs(tabs, selected: selected, as: style, by: id)
        case .showSplit(let primary, let secondary, let style, let call):
            try await showSplit(primary: primary, secondary: secondary, as: style, for: call, by: id)
        case .select(let tab): try await select(tab, by: id)
        case .goNext(let step, let style): try await goNext(step, as: style, by: id)
        case .goBack(let target): try await goBack(target, by: id)
        case .finish(let output): try await leave(id, with: output)
        case .dismiss: try await leave(id, with: nil)
        case .raise(let event): try await raise(event, from: id)
        }
    }

    /// Runs a parent's handler for a child that has left. The output is nil if the child was dismissed.
    func tell(_ parent: NodeID, of child: Node, output: Any?) async throws {
        guard let handlers = editor.tree[parent]?.type.handlers else { return }
        let (kind, kindInSlot): (RouteKey.Kind, RouteKey.Kind) =
            output == nil ? (.dismiss, .dismissInSlot) : (.finish, .finishInSlot)
        let outer = editor.child
        editor.child = Child(id: child.id.description, slot: child.slot)
        defer { editor.child = outer }
        if let slot = child.slot, let handler = handlers[RouteKey(kindInSlot, role: child.type.role)] {
            _ = try await handler(self, parent, SlotPayload(slot: slot, output: output ?? ()))
        } else if let handler = handlers[RouteKey(kind, role: child.type.role)] {
            _ = try await handler(self, parent, output ?? ())
        }
    }

    func perform<E: Effect>(_ effect: E) {
        do {
            try outbox.perform(effect, id: editor.tree.next.makeEffect(), in: language)
        } catch {
            fail(ChangeFailure(error))
        }
    }

    func makeID() -> String { context.makeID() }

    func log(of node: NodeID) -> AppLog {
        let sink = lines ?? ChangeLog()
        lines = sink
        return AppLog(
            sink: sink,
            session: context.session,
            flow: editor.tree[node]?.type.name,
            user: context.user?.id,
            request: context.origin.request
        )
    }

    /// Fails the change after the current handler has returned.
    func fail(_ failure: ChangeFailure) { self.failure = self.failure ?? failure }

    func adopt(_ user: User) { context.user = user }

    func adopt(_ device: Device) {
        context.device = device
        language = blueprint.languages.language(of: device)
    }
}

/// The environment of a change.
struct ChangeContext: Sendable {
    let session: String
    /// With the claims of the call's user token, otherwise with the stored ones.
    var user: User?
    var device: Device
    let isSandbox: Bool
    let now: Date
    let dependencies: Dependencies
    let changeID: ChangeID
    let returnLinks: ReturnLinks
    /// What asks for the change, and for the work that it adds.
    let origin: WorkOrigin
    /// Nil if the store has no keys.
    let signals: (any SignalStore)?
    /// The call's signal; nil if it has neither an id nor a key.
    let sentSignal: SentSignal?
    /// How many ids handlers have made.
    private(set) var madeIDs = 0

    var handlerDependencies: HandlerDependencies { HandlerDependencies(all: dependencies, isSandbox: isSandbox) }

    /// An id that is made again if the change is repeated.
    mutating func makeID() -> String {
        madeIDs += 1
        return "\(changeID.text)-\(madeIDs)"
    }
}

/// The end of a session.
struct SessionEnd: Sendable {
    var outcome: SessionOutcome
    var result: RawJSON?
}

/// The change's subject for its journal entry.
struct JournalSubject: Sendable {
    var flow: String?
    var screen: String?
    var name: String?
    /// Sensitive values are masked.
    var params: RawJSON?
    /// The screen on which an action was performed.
    var actedScreen: ScreenID?
    /// How a delivered timer or job had ended.
    var delivery: JournalEntry.Delivery?
}
