import Fairway
import FairwayDoubles
import FairwayOperators
import Synchronization

/// The servers of a crowd: nodes with one build. A restart starts the next build.
final class CrowdServers: Sendable {
    private let count: Int
    private let clock: ManualClock
    /// Whether a restart keeps the stores.
    private let keepsOpen: Bool
    private let open: @Sendable () throws -> any OperatorStore
    private let running = Mutex((nodes: [Operators](), build: 0))

    init(
        _ count: Int,
        _ clock: ManualClock,
        keepsOpen: Bool,
        _ open: @escaping @Sendable () throws -> any OperatorStore
    ) {
        self.count = count
        self.clock = clock
        self.keepsOpen = keepsOpen
        self.open = open
    }

    /// A node, also for numbers above the last one's.
    func node(_ number: Int) -> Operators { running.withLock { $0.nodes[number % count] } }

    var store: any OperatorStore { node(0).store }

    /// Stops the nodes, if any run, and starts the next build.
    func restart() async throws {
        await flush()
        if !keepsOpen { await close() }
        let build = running.withLock { running in
            running.build += 1
            return running.build
        }
        var nodes: [Operators] = []
        for number in 0..<count {
            let node = try Operators(
                App(initial: CrowdLobby()) {
                    Flow(CrowdBooking())
                    Flow(CrowdPayment())
                    Flow(CrowdLogin())
                    Flow(CrowdSignUp())
                    Flow(CrowdVisit())
                },
                store: try open(),
                clock: clock
            )
            try await BuildRecorder(node, ServerBuild(name: "\(build)", version: "1"), node: "\(number)").recordStart()
            nodes.append(node)
        }
        running.withLock { [nodes] in $0.nodes = nodes }
    }

    func flush() async {
        for node in running.withLock(\.nodes) { await node.flush() }
    }

    func close() async {
        for node in running.withLock(\.nodes) { await node.store.close() }
    }
}
