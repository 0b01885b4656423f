import FairwayOperators
import FairwayTesting
import FairwayWire
import Testing

@testable import Fairway

/// A store that successive builds of an app open.
struct Deploy {
    let store = MemoryStore()

    func engine(_ flow: some FlowController) throws -> Engine { try operators(flow).engine }

    func operators(_ flow: some FlowController) throws -> Operators {
        try Operators(
            App(initial: Stage(.show("x"))) {
                Flow(Puppet())
                Flow(flow)
            },
            store: store,
            clock: ManualClock(),
            identifiers: CountedIdentifiers()
        )
    }

    func start<F: FlowController>(_ flow: F, _ initial: Stage, on device: Device = Device()) async throws -> String {
        let request = StartRequest(flow, device: device)
        return try await engine(flow).start(request).state().session
    }

    func read<F: FlowController>(_ session: String, _ flow: F) async throws -> F {
        try #require(try await engine(flow).inspect(session).flows.first?.value as? F)
    }
}
