import Fairway
import FairwayTesting
import Foundation
import Testing

@testable import Samples

/// A transfer is executed once.
struct TransferTests {
    @Test(arguments: [false, true])
    func repeatedHandlersExecuteOneTransfer(repeatingHandlers: Bool) async throws {
        let ledger = Ledger(database: .inMemory())
        let tester = try await FlowTester(
            Transfer(),
            in: SamplesInMemory.self,
            overriding: [Service(Ledger.self) { _ in ledger }],
            repeatingHandlers: repeatingHandlers
        )
        try await tester.send(.continueButtonPressed(to: "Grace", amount: 25), on: Transfer.Form.self)
        try await tester.send(.authorizeButtonPressed, on: Transfer.Authorize.self)
        #expect(tester.screen is Transfer.Done)
        #expect(try ledger.count(session: tester.session) == 1)
        let problem = await #expect(throws: Problem.self) { try await tester.goBack() }
        #expect(problem?.code == .cannotGoBack)
    }

    @Test func concurrentAuthorisationsExecuteOneTransfer() async throws {
        let ledger = Ledger(database: .inMemory())
        let tester = try await FlowTester(
            Transfer(),
            in: SamplesInMemory.self,
            restoring: .never,
            overriding: [Service(Ledger.self) { _ in ledger }]
        )
        try await tester.send(.continueButtonPressed(to: "Grace", amount: 25), on: Transfer.Form.self)
        let screen = tester.state.screen?.id
        let statuses = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    let change = Change.action(name: "authorizeButtonPressed", params: nil, screen: screen, draft: nil)
                    return await tester.engine.perform(change, on: tester.session, by: Caller(.operator)).status
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 200 } == 1)
        #expect(statuses.count { $0 == 409 } == 49)
        #expect(try ledger.count(session: tester.session) == 1)
    }

    @Test(arguments: [
        ("", Decimal(5), "/params/to"), ("Grace", 0, "/params/amount"), ("Grace", 9_999_999, "/params/amount"),
    ])
    func invalidTransferIsRejected(_ recipient: String, _ amount: Decimal, _ pointer: String) async throws {
        let tester = try await FlowTester(Transfer(), in: SamplesInMemory.self)
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(.continueButtonPressed(to: recipient, amount: amount), on: Transfer.Form.self)
        }
        #expect(problem?.errors.map(\.pointer) == [pointer])
    }

    @Test func backIsAllowedBeforeAuthorisation() async throws {
        let tester = try await FlowTester(Transfer(), in: SamplesInMemory.self)
        try await tester.send(.continueButtonPressed(to: "Grace", amount: 25), on: Transfer.Form.self)
        try await tester.goBack()
        #expect(tester.screen is Transfer.Form)
    }

    @Test func transfersSurviveRestart() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "samples-\(UUID().uuidString).sqlite").path
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + end) } }
        let before = Ledger(database: SamplesDatabase(path: file))
        #expect(try before.transfer(25, to: "Grace", id: "one", session: "s") == "T-1")
        let after = Ledger(database: SamplesDatabase(path: file))
        #expect(try after.transfer(25, to: "Grace", id: "one", session: "s") == "T-1")
        #expect(try after.transfer(25, to: "Grace", id: "two", session: "s") == "T-2")
        #expect(try after.count(session: "s") == 2)
    }
}
