import FairwayWire
import Foundation

@testable import Fairway

/// Applies requests of clients to a session in order. Checks that each is applied completely or not at all, and that
/// the session in memory equals the stored one afterwards.
struct ChangesTarget {
    static let shared = ChangesTarget()

    private let app = App(initial: Harbour()) {
        Flow(Pier(label: "", kind: nil))
        Flow(Steps())
        Link("/piers/:label") { link, nav in try nav.chain { Pier(label: try link["label"], kind: nil) } }
    }

    private init() {}

    /// A session in memory and its stored rows.
    private struct Session {
        var state: SessionState
        var stored: StoredSession

        static var new: Session {
            let moment = Date(timeIntervalSince1970: 0)
            let row = SessionRow(
                id: "s",
                tokenHash: [],
                revision: 0,
                status: .active,
                device: Device(),
                rootFlow: "Harbour",
                layout: .null,
                viewModels: .emptyObject,
                createdAt: moment,
                touchedAt: moment,
                userActedAt: moment
            )
            return Session(state: SessionState(new: row), stored: StoredSession(session: row, flows: [], drafts: [:]))
        }
    }

    /// A request: its body, under the last part of its path.
    private struct Call: Decodable {
        var actions: ActionBody?
        var back: BackBody?
        var select: SelectBody?
        var links: LinkBody?
        var refresh: RefreshBody?
        var device: DeviceBody?
        var signals: SignalBody?

        var change: Change? {
            let bodies: [(any ChangeBody)?] = [actions, back, select, links, refresh, device, signals]
            return bodies.lazy.compactMap(\.self).first?.change
        }
    }

    func run(_ bytes: [UInt8]) {
        guard let bodies = try? JSON.decode([RawJSON].self, from: bytes) else { return }
        let blueprint = Blueprint(fuzzing: app)
        guard var session = try? Self.run(.start(StartRequest()), on: .new, blueprint).get() else {
            preconditionFailure("a session of the fuzzing target cannot be started")
        }
        for body in bodies.prefix(8) {
            // Invalid bodies are skipped.
            guard let change = (try? JSON.decode(Call.self, from: body.bytes))?.change else { continue }
            let before = session.state.document
            switch Self.run(change, on: session, blueprint) {
            case .success(let after): session = after
            case .failure(.thrown(let error)): preconditionFailure("unexpected error: \(error)")
            case .failure: break
            }
            check(session, after: change, from: before, blueprint)
        }
    }

    /// Checks the invariants of a session after a change.
    private func check(
        _ session: Session,
        after change: Change,
        from before: StateDocument,
        _ blueprint: Blueprint
    ) {
        let document = session.state.document
        precondition(document.revision - before.revision <= 1, "a change made several revisions")
        precondition(
            document.revision > before.revision || document == before,
            "the state changed without a new revision"
        )
        guard let again = try? SessionState(session.stored, blueprint) else {
            preconditionFailure("the stored session cannot be loaded")
        }
        precondition(again.document == document, "the stored session differs from the one in memory")
        let rows = session.state.tree.nodes.map { try? session.state.tree.row(of: $0, blueprint) }
        precondition(rows == session.stored.flows, "the stored flows differ from those in memory")
    }

    /// Applies a change and stores its commit.
    private static func run(
        _ change: Change,
        on session: Session,
        _ blueprint: Blueprint
    ) -> Result<Session, ChangeFailure> {
        let before = session.state
        return withoutSuspending {
            do throws(ChangeFailure) {
                let context = ChangeContext(
                    session: "s",
                    user: nil,
                    device: before.row.device,
                    isSandbox: false,
                    now: Date(timeIntervalSince1970: 1),
                    dependencies: Dependencies([]),
                    changeID: .named("c"),
                    returnLinks: ReturnLinks(SystemIdentifiers(), publicURL: nil),
                    request: nil
                )
                let transition = try await Transition.make(
                    change,
                    on: before,
                    in: Transaction(before.tree, blueprint: blueprint, limits: EngineLimits(), context: context)
                )
                guard transition.isChange else { return .success(session) }
                checkMoves(of: transition, from: before.document)
                return .success(Session(state: transition.state, stored: store(transition.commit, in: session.stored)))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Runs a function that never suspends.
    private static func withoutSuspending<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
        let result = Finished<Value>()
        Task.immediate { result.value = await body() }
        guard let value = result.value else { preconditionFailure("a handler without suspension points was suspended") }
        return value
    }

    /// `@unchecked Sendable`, because it is accessed on one thread only.
    private final class Finished<Value>: @unchecked Sendable {
        var value: Value?
    }

    /// Checks that the moves turn the old navigation into the new one.
    private static func checkMoves(of transition: Transition, from before: StateDocument) {
        guard let navigation = before.navigation else { return }
        let document = transition.document
        precondition(
            navigation.applying(document.moves, toward: document.navigation) == document.navigation,
            "the moves do not lead to the new navigation"
        )
    }

    private static func store(_ commit: Commit, in stored: StoredSession) -> StoredSession {
        var stored = stored
        stored.session = commit.row ?? stored.session
        stored.flows.removeAll { flow in
            commit.removedFlows.contains(flow.node) || commit.flows.contains { $0.node == flow.node }
        }
        stored.flows = (stored.flows + commit.flows).sorted { $0.node < $1.node }
        stored.drafts.merge(commit.drafts.compactMapValues(\.self)) { $1 }
        for (screen, draft) in commit.drafts where draft == nil { stored.drafts[screen] = nil }
        return stored
    }
}
