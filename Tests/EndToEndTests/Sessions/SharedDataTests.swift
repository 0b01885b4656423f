import FairwayWire
import TestWaits
import Testing

/// Two servers of the sample app in one folder, such as two containers with one volume.
@Suite(.waiting)
struct SharedDataTests {
    @Test func transfersOfTwoServersHaveDistinctReferences() async throws {
        let folder = try TemporaryStore()
        let servers = [
            try await RunningServer("--store", "memory:", in: folder),
            try await RunningServer("--store", "memory:", in: folder),
        ]
        let references = try await withThrowingTaskGroup(of: String?.self) { group in
            for number in 0..<60 {
                group.addTask { try await Self.transferReference(on: servers[number % 2]) }
            }
            return try await group.reduce(into: Set<String>()) { if let reference = $1 { $0.insert(reference) } }
        }
        #expect(references == Set((1...60).map { "T-\($0)" }))
    }

    @Test func cabinHeldOnOneServerIsTakenOnTheOther() async throws {
        let folder = try TemporaryStore()
        let servers = [
            try await RunningServer("--store", "memory:", in: folder),
            try await RunningServer("--store", "memory:", in: folder),
        ]
        var sessions: [StartedSession] = []
        for server in servers {
            let session = try await StartedSession("BookFerry", on: server)
            sessions.append(session)
            try await session.act("searchButtonPressed", #"{"from":"kiel","to":"oslo","date":"2099-06-01"}"#)
            try await session.act("didSelectSailing", #"{"id":"kiel-oslo-2099-06-01-840"}"#)
            try await session.act("addButtonPressed", "{}")
            try await session.act("saveButtonPressed", #"{"name":"Ada","age":36}"#)
            try await session.act("continueButtonPressed", "{}")
        }
        for session in sessions { try await session.act("didSelectCabin", #"{"number":"201"}"#) }
        try await sessions[0].act("chooseButtonPressed", "{}")
        let refusal = try await sessions[1].send("POST", "/actions", #"{"action":"chooseButtonPressed"}"#)
        #expect(try refusal.problem.errors.map(\.code) == ["sold-out"])
    }

    private static func transferReference(on server: RunningServer) async throws -> String? {
        let session = try await StartedSession("Transfer", on: server)
        try await session.act("continueButtonPressed", #"{"to":"Grace","amount":1}"#)
        let done = try await session.act("authorizeButtonPressed", "{}")
        let viewModel = try JSON.decode(JSONValue.self, from: try #require(done.state.screen).viewModel.bytes)
        return viewModel["reference"]?.string
    }
}

extension StartedSession {
    /// Performs an action of the front screen, and expects that it is accepted.
    @discardableResult
    fileprivate func act(
        _ action: String,
        _ params: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Client.Reply {
        let reply = try await send("POST", "/actions", #"{"action":"\#(action)","params":\#(params)}"#)
        #expect(reply.status == 200, "\(action)", sourceLocation: sourceLocation)
        return reply
    }
}
