import FairwayWire
import TestWaits
import Testing

/// Concurrent requests on one session.
@Suite(.waiting)
struct SimultaneousTests {
    @Test func fiftyRepeatsOfOneKeyExecuteOnce() async throws {
        let session = try await StartedSession("Counter", on: SharedServer.running())
        let replies = try await fifty {
            try await session.act("incrementButtonPressed", headers: ["Idempotency-Key": "k"])
        }
        #expect(Set(replies.map(\.body)).count == 1)
        #expect(replies.allSatisfy { $0.status == 200 })
        #expect(replies.count { $0["Idempotency-Replayed"] == nil } == 1)
        #expect(try await session.send("GET", "").state.revision == 2)
    }

    @Test func fiftyTapsAreOneStepAndFortyNineStaleScreens() async throws {
        let session = try await StartedSession("Tutorial", on: SharedServer.running())
        let body = #"{"action":"nextToPage2ButtonPressed","screen":"s1"}"#
        let replies = try await fifty { try await session.send("POST", "/actions", body) }
        #expect(replies.count { $0.status == 200 } == 1)
        for reply in replies where reply.status != 200 {
            let problem = try reply.problem
            #expect(problem.code == .staleScreen)
            #expect(problem.state?.screen?.name == "Tutorial.Page2")
        }
    }

    @Test func fiftyAuthorisationsExecuteOneTransfer() async throws {
        let session = try await StartedSession("Transfer", on: SharedServer.running())
        _ = try await session.send(
            "POST",
            "/actions",
            #"{"action":"continueButtonPressed","params":{"to":"Grace","amount":10}}"#
        )
        let replies = try await fifty { try await session.act("authorizeButtonPressed") }
        #expect(replies.count { $0.status == 200 } == 1)
        #expect(try await session.send("POST", "/back").problem.code == .cannotGoBack)
    }

    @Test func fiftyUnkeyedIncrementsCountFifty() async throws {
        let session = try await StartedSession("Counter", on: SharedServer.running())
        _ = try await fifty { try await session.act("incrementButtonPressed") }
        let state = try await session.send("GET", "").state
        #expect(state.revision == 51)
        #expect(state.screen?.viewModel == (try RawJSON(validating: Array(#"{"count":50}"#.utf8))))
    }

    private func fifty(
        _ call: @escaping @Sendable () async throws -> Client.Reply
    ) async throws -> [Client.Reply] {
        try await withThrowingTaskGroup(of: Client.Reply.self) { group in
            for _ in 0..<50 { group.addTask { try await call() } }
            var replies: [Client.Reply] = []
            for try await reply in group { replies.append(reply) }
            return replies
        }
    }
}
