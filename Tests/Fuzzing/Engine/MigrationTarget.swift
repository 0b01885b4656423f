import FairwayWire
import Foundation

@testable import Fairway

/// Loads stored rows, which may be old or damaged. Checks that they are rejected, or that the session can be used.
struct MigrationTarget {
    static let shared = MigrationTarget()

    private let app = App(initial: Hall()) {
        Flow(Tour(name: "", stops: [], guide: nil))
        Flow(Steps())
    }

    private init() {}

    /// The rows of a session, decoded from the input.
    struct Rows: Decodable {
        var layout: RawJSON
        var viewModels: RawJSON?
        var flows: [Row]
        var drafts: [String: RawJSON]?

        struct Row: Decodable {
            var node: Int
            var parent: Int?
            var flow: String
            var version: Int
            var state: RawJSON
            var screens: RawJSON
        }
    }

    func run(_ bytes: [UInt8]) {
        let blueprint = Blueprint(fuzzing: app)
        guard let rows = try? JSON.decode(Rows.self, from: bytes), let stored = try? make(rows),
            let state = try? SessionState(stored, blueprint)
        else { return }
        let tree = state.tree
        for screen in tree.visible { _ = tree.backNavigation(from: screen.screen) }
        guard let root = tree.root else { return }
        for id in tree.subtree(of: root.id) {
            guard let node = tree[id] else { preconditionFailure("a subtree has a flow that the tree lacks") }
            var length = 0
            for _ in tree.chain(from: id) { length += 1 }
            precondition(length > 0, "a flow is not in its own chain")
            _ = try? tree.row(of: node, blueprint)
        }
        // The session is the same after it is stored and loaded again.
        var again = stored
        again.session.layout = StoredLayout(tree).json
        precondition(
            (try? SessionState(again, blueprint))?.document == state.document,
            "the session differs after it was stored and loaded"
        )
        var next = tree.next
        _ = (next.makeScreen(), next.makeNode(), next.makeContainer(), next.makeEffect(), next.makeJob())
    }

    private func make(_ rows: Rows) throws -> StoredSession {
        let moment = Date(timeIntervalSince1970: 0)
        let row = SessionRow(
            id: "s",
            tokenHash: [],
            revision: 1,
            status: .active,
            device: Device(),
            rootFlow: "Hall",
            layout: rows.layout,
            viewModels: rows.viewModels ?? .emptyObject,
            createdAt: moment,
            touchedAt: moment,
            userActedAt: moment
        )
        let flows = rows.flows.map { flow in
            FlowRow(
                node: flow.node,
                parent: flow.parent,
                depth: 0,
                path: "",
                flow: flow.flow,
                storedName: flow.flow,
                version: flow.version,
                state: flow.state,
                screens: flow.screens,
                isFront: false,
                startedAt: moment,
                touchedAt: moment
            )
        }
        return StoredSession(session: row, flows: flows, drafts: rows.drafts ?? [:])
    }
}
