public import FairwayWire
import Foundation

/// A session with its flows and screens as Swift values, for testing flows.
package struct Inspection: Sendable {
    /// The state as a GET returns it.
    package let document: StateDocument
    /// The visible screens, the front one last.
    package let visible: [any Screen]
    package let flows: [InspectedFlow]
    /// The rows of the session, encoded from the values in memory.
    package let rows: StoredSession
}

/// An active flow.
package struct InspectedFlow: Sendable {
    package let id: String
    package let name: String
    /// The number of flows above it.
    package let depth: Int
    package let value: any FlowController
    /// The ids and values of its screens, oldest first.
    package let screens: [(id: String, value: any Screen)]
}

extension Engine {
    /// Makes each visible derived screen twice, except screens that read a context. Returns the names of the screens
    /// with different bytes: they depend on more than the flow's state.
    package func impureScreens(of session: String) async throws -> [String] {
        guard blueprint.derivesScreens else { return [] }
        let live = sessions.checkOut(session)
        defer { sessions.checkIn(live) }
        var impure: [String] = []
        for (screen, context) in derivedScreens(of: try await loaded(live, by: Caller(.app)))
        where !screen.maker.readsContext {
            let (first, second) = (try await screen.json(in: context), try await screen.json(in: context))
            if first != second { impure.append(screen.type.name) }
        }
        return impure
    }

    package func inspect(_ session: String) async throws -> Inspection {
        let live = sessions.checkOut(session)
        defer { sessions.checkIn(live) }
        let state = try await loaded(live, by: Caller(.app))
        let tree = state.tree
        let nodes = tree.root.map { tree.subtree(of: $0.id).compactMap { tree[$0] } } ?? []
        return Inspection(
            document: state.document,
            visible: tree.visible.compactMap { tree.shown($0.screen)?.screen.value },
            flows: nodes.map { node in
                InspectedFlow(
                    id: node.id.description,
                    name: node.type.name,
                    depth: node.depth,
                    value: node.state,
                    screens: node.screens.compactMap { shown in shown.value.map { (shown.id.description, $0) } }
                )
            },
            rows: try state.stored(with: state.viewModels, blueprint)
        )
    }
}

extension SessionState {
    /// The version of the job's output type. Throws if a job cannot have this output.
    package func check(_ output: RawJSON, of item: WorkItem) throws(Problem) -> Int { try tree.check(output, of: item) }

    /// The open timers and jobs; empty if states are not kept.
    package var openWork: [WorkItem] { keeping?.work.items.map(\.item) ?? [] }

    /// The rows of the session, encoded from the values in memory.
    package func stored(with viewModels: [ScreenID: RawJSON], _ blueprint: Blueprint) throws -> StoredSession {
        var row = self.row
        row.layout = StoredLayout(tree).json
        row.viewModels = try RawJSON(named: viewModels)
        return StoredSession(
            session: row,
            flows: try tree.nodes.sorted { $0.id < $1.id }.map { try tree.row(of: $0, blueprint) },
            drafts: Dictionary(uniqueKeysWithValues: drafts.map { ($0.key.description, $0.value) }),
            draftEdits: draftEdits
        )
    }
}

extension Engine {
    /// The newest state of a session, for an operator.
    package func currentState(of session: String) async throws -> SessionState {
        let live = sessions.checkOut(session)
        defer { sessions.checkIn(live) }
        return try await loaded(live, by: Caller(.app))
    }

    /// Throws if this build cannot continue a stored session.
    package func checkReads(_ stored: StoredSession) throws(IncompatibleFlow) {
        _ = try SessionState(stored, blueprint)
    }

    /// The answer to an error of an operator's call.
    package func answer(to error: any Error) -> Answer { answer(to: error, state: nil) }

    /// Tells the worker that work may be due.
    package func notifyWorkers(of work: StoredWork) { workNotifier.notify(work) }

    /// A session's state, its flow controllers and its drafts by screen, with sensitive values masked. The tree is nil if the
    /// session is over.
    package func flowTree(
        _ session: String
    ) async throws(EngineError) -> (state: StateDocument, tree: FlowNodeDocument?, drafts: [String: RawJSON]) {
        let live = sessions.checkOut(session)
        defer { sessions.checkIn(live) }
        do {
            let state = try await loaded(live, by: Caller(.app))
            return (
                try await maskedDocument(of: state),
                try state.tree.root.map { try document(of: $0, in: state.tree) },
                Dictionary(uniqueKeysWithValues: try state.maskedDrafts().map { ($0.key.description, $0.value) })
            )
        } catch {
            throw EngineError(answer: answer(to: error, state: nil))
        }
    }

    /// The number of subscriptions of a session at this server: its streams and waiting requests. 0 if the session is not in memory.
    package func openStreams(of session: String) -> Int { sessions.find(session)?.subscriptionCount ?? 0 }

    /// Whether the name of a change or of an incident is not made up by a client.
    package func declares(name: String, ofKind kind: String) -> Bool {
        switch kind {
        case ChangeKind.action.name: blueprint.screens.contains { $0.actions.contains(name) }
        case ChangeKind.select.name: false
        case ChangeKind.signal.name: blueprint.declares(signal: name)
        default: true
        }
    }

    /// Whether the app declares a screen with this name.
    package func declares(screen name: String) -> Bool { blueprint.screens.contains { $0.name == name } }

    /// The document of a state for operators, with sensitive values masked.
    func maskedDocument(of state: SessionState) async throws -> StateDocument {
        try state.document(with: await maskedViewModels(of: state), blueprint)
    }

    /// The view models of a state, with sensitive values masked. They are computed unless they are known. A view model
    /// is null if its screen cannot be read or throws an error, or if computing all of them takes too long.
    package func maskedViewModels(of state: SessionState) async -> [ScreenID: RawJSON] {
        if let known = state.maskedViewModels { return known }
        // This transaction is never committed. It makes the contexts, as in a change.
        let transaction = app.transaction(.named("\(state.row.id)/mask"), on: state, dependencies.makeSession())
        let screens = state.viewModels.keys.compactMap { id in
            state.tree.shown(id).map { ($0.screen, transaction.screenContext(of: $0.owner.id)) }
        }
        let outcome = await deadline(seconds: Self.viewModelSeconds, in: threads).run {
            var computed: [ScreenID: RawJSON] = [:]
            for (shown, context) in screens {
                guard let value = shown.value,
                    let viewModel = try? await shown.type.viewModel(of: value, in: context, masked: true)
                else { continue }
                computed[shown.id] = viewModel.masked ?? viewModel.json
            }
            return computed
        }
        return state.viewModels.mapValues { _ in .null }.merging(outcome.result ?? [:]) { $1 }
    }

    private func document(of node: Node, in tree: Tree) throws -> FlowNodeDocument {
        FlowNodeDocument(
            id: node.id.description,
            flow: node.type.name,
            version: node.type.version,
            state: try node.type.encode(node.state, masked: true),
            screens: node.screens.map {
                ScreenReference(id: $0.id.description, name: $0.type.name, flow: node.type.name)
            },
            children: try tree.children(of: node.id).map { try document(of: $0, in: tree) }
        )
    }
}

extension Engine {
    /// The time limit for all examples of one screen, and for the masked view models of one session.
    private static let viewModelSeconds = 2.0

    /// The JSON Schemas of the inputs that clients may pass, by the flows' names.
    package var inputs: [(flow: String, schema: JSONObject)] {
        blueprint.flows.values.filter { $0.startPolicy != .appOnly }.sorted { $0.name < $1.name }.compactMap { flow in
            flow.input.map { (flow.name, $0.schema) }
        }
    }

    /// The flows, screens and links of the app. Cache the catalog: it never changes, but takes some time to compute.
    ///
    /// The titles, controls and examples are in the given language, by default the app's own.
    ///
    /// An example is left out if its view model throws, such as when a service is unreachable. If the examples of a
    /// screen take too long together, all of them are left out.
    ///
    /// The catalog contains the screens that are named in a route or are a step of an ordered flow. The engine learns
    /// of any other screen only when a flow shows it. To include such a screen, add `screen(_:)` to the flow's routes.
    @concurrent public func catalog(in tag: String? = nil) async -> Catalog {
        let language = blueprint.languages.language(tag)
        var catalog = Catalog(
            flows: blueprint.flows.values.sorted { $0.name < $1.name }.map { flow in
                flow.entry(
                    in: language,
                    isInitial: flow === blueprint.initial,
                    devices: blueprint.devices(of: flow)
                )
            },
            links: blueprint.links.map(\.pattern.description),
            languages: languages
        )
        // A fixed context: two servers with the same build must produce the same bytes.
        let context = ScreenContext(
            session: "",
            user: nil,
            device: Device(locale: tag),
            isSandbox: false,
            now: Date(timeIntervalSinceReferenceDate: 0),
            dependencies: dependencies.makeSession(),
            progress: nil,
            language: language
        )
        for screen in blueprint.screens {
            let outcome = await deadline(seconds: Self.viewModelSeconds, in: threads).run {
                await screen.entry(in: context)
            }
            catalog.screens.append(outcome.result ?? screen.entryWithoutExamples(in: language))
        }
        return catalog
    }

    /// The names of the screens in the routes and steps of a flow, and of the flows that its routes name.
    package func screenNames(from flow: String, on device: Device) -> Set<String> {
        blueprint.screenNames(from: flow, on: device)
    }

    /// The flows by the names of the screens that they declare. A screen of several flows has the one that its name begins with.
    package var flowsByScreen: [String: String] { blueprint.flowsByScreen }

    /// The names of the screens in the routes and steps of a flow and of its device variants; without a flow, of all screens.
    package func declaredScreens(of flow: String?) -> Set<String> { blueprint.declaredScreens(of: flow) }
}
