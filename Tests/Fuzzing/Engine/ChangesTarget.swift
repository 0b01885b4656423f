import FairwayWire
import Foundation

@testable import Fairway

/// What clients may post to a session, one after the other: each changes it as a whole, and what is in memory and what a store
/// has are the same after each, also where one was refused that had shared its memory with what was before.
struct ChangesTarget {
    static let shared = ChangesTarget()

    private let app = App(initial: Harbour()) {
        Flow(Pier(label: "", kind: nil))
        Flow(Steps())
        Link("/piers/:label") { link, nav in try nav.chain { Pier(label: try link["label"], kind: nil) } }
    }

    private init() {}

    /// A session in memory, and its rows as a store would have them.
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
                touchedAt: moment
            )
            return Session(state: SessionState(new: row), stored: StoredSession(session: row, flows: [], drafts: [:]))
        }
    }

    /// A body, under the name of the call that takes it.
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
        // Without a session there would be nothing to find.
        guard var session = try? Self.run(.start(StartRequest()), on: .new, blueprint).get() else {
            preconditionFailure("the target's app cannot be started")
        }
        for body in bodies.prefix(8) {
            // A body that is none is no reason to leave out those behind it.
            guard let change = (try? JSON.decode(Call.self, from: body.bytes))?.change else { continue }
            let before = session.state.document
            switch Self.run(change, on: session, blueprint) {
            case .success(let after): session = after
            case .failure(.thrown(let error)): preconditionFailure("what no flow throws: \(error)")
            case .failure: break
            }
            check(session, after: change, from: before, blueprint)
        }
    }

    /// What has to be so whatever was asked for.
    private func check(
        _ session: Session,
        after change: Change,
        from before: StateDocument,
        _ blueprint: Blueprint
    ) {
        let document = session.state.document
        precondition(document.revision - before.revision <= 1, "a change makes one revision")
        precondition(
            document.revision > before.revision || document == before,
            "the same revision shows something else"
        )
        guard let again = try? SessionState(session.stored, blueprint) else {
            preconditionFailure("what was stored cannot be read")
        }
        precondition(again.document == document, "what was stored is something else")
        let rows = session.state.tree.nodes.map { try? session.state.tree.row(of: $0, blueprint) }
        precondition(rows == session.stored.flows, "the flows that were stored are others")
    }

    /// Runs a change, and writes it down as a store does.
    private static func run(
        _ change: Change,
        on session: Session,
        _ blueprint: Blueprint
    ) -> Result<Session, ChangeFailure> {
        let before = session.state
        return finishing {
            do throws(ChangeFailure) {
                let context = ChangeContext(
                    session: "s",
                    device: before.row.device,
                    now: Date(timeIntervalSince1970: 1),
                    dependencies: Dependencies([]),
                    changeID: .named("c")
                )
                let transition = try await Transition.make(
                    change,
                    on: before,
                    in: Transaction(before.tree, blueprint: blueprint, limits: EngineLimits(), context: context)
                )
                guard transition.isChange else { return .success(session) }
                follow(transition.value, from: before.document)
                return .success(Session(state: transition.state, stored: store(transition.commit, in: session.stored)))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Runs to its end what does not wait for anything.
    private static func finishing<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
        let result = Finished<Value>()
        Task.immediate { result.value = await body() }
        guard let value = result.value else { preconditionFailure("a handler that waits for nothing was suspended") }
        return value
    }

    /// Everything happens on one thread.
    private final class Finished<Value>: @unchecked Sendable {
        var value: Value?
    }

    /// The moves lead a client from what it shows to what it is to show.
    private static func follow(_ transition: Transition, from before: StateDocument) {
        guard let navigation = before.navigation else { return }
        let document = transition.document
        precondition(
            navigation.applying(document.moves, toward: document.navigation) == document.navigation,
            "the moves lead somewhere else"
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
