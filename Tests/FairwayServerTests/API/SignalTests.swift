import FairwayHTTP
import FairwayWire
import Testing

/// Signals of an operator's system to a session (`protocol.md`, section 4.8).
struct SignalTests {
    @Test func handledSignalIsAnsweredWithNewState() async throws {
        let harbour = try await ServedHarbour()
        let session = try await harbour.begin().session
        let body = #"{"signal":"Harbour.StormWarning","params":{"force":9}}"#
        let reply = try await harbour.send(.post, "/v1/sessions/\(session)/signals", body)
        #expect(reply.status == 200)
        let state = try JSON.decode(StateDocument.self, from: reply.body)
        #expect(state.screen?.name == "Harbour.Storm")
        #expect(state.screen?.viewModel.description == #"{"force":9}"#)
        #expect(state.moves.map(\.move) == [.present])
    }

    @Test func invalidSignalParametersAreNamed() async throws {
        let harbour = try await ServedHarbour()
        let session = try await harbour.begin().session
        let body = #"{"signal":"Harbour.StormWarning","params":{"force":"much"}}"#
        let reply = try await harbour.send(.post, "/v1/sessions/\(session)/signals", body)
        let problem = try JSON.decode(Problem.self, from: reply.body)
        #expect(problem.code == .invalidParams)
        #expect(problem.errors.map(\.pointer) == ["/params/force"])
        #expect(problem.state?.revision == 1)
    }
}
