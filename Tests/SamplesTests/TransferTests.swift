import Fairway
import FairwayOperators
import FairwayTesting
import FairwayWire
import Foundation
import Testing

@testable import Samples

/// A transfer is executed once.
struct TransferTests {
    @Test(arguments: [false, true])
    func repeatedHandlersExecuteOneTransfer(repeatingHandlers: Bool) async throws {
        let ledger = Ledger()
        let tester = try await FlowTester(
            Transfer(),
            in: SamplesInMemory.self,
            overriding: [Service(Ledger.self) { _ in ledger }],
            repeatingHandlers: repeatingHandlers
        )
        try await tester.send(.continueButtonPressed(to: "Grace", amount: 25), on: Transfer.Form.self)
        try await tester.send(.authorizeButtonPressed, on: Transfer.Authorize.self)
        #expect(tester.screen is Transfer.Done)
        #expect(try await ledger.account(of: tester.session).transfers == 1)
        let problem = await #expect(throws: Problem.self) { try await tester.goBack() }
        #expect(problem?.code == .cannotGoBack)
    }

    @Test func concurrentAuthorisationsExecuteOneTransfer() async throws {
        let ledger = Ledger()
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
                    return await tester.engine.perform(change, on: tester.session, by: Caller(.app)).status
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 200 } == 1)
        #expect(statuses.count { $0 == 409 } == 49)
        #expect(try await ledger.account(of: tester.session).transfers == 1)
    }

    @Test(arguments: [
        ("", Decimal(5), "/params/to too-short"), ("Grace", 0, "/params/amount too-small"),
        ("Grace", 0.005, "/params/amount too-small"), ("Grace", 1.005, "/params/amount step"),
        ("Grace", 1_000.01, "/params/amount too-large"), ("Grace", 9_999_999, "/params/amount too-large"),
    ])
    func invalidTransferIsRejected(_ recipient: String, _ amount: Decimal, _ error: String) async throws {
        let tester = try await FlowTester(Transfer(), in: SamplesInMemory.self)
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(.continueButtonPressed(to: recipient, amount: amount), on: Transfer.Form.self)
        }
        #expect(problem?.errors.map { "\($0.pointer) \($0.code)" } == [error])
    }

    @Test func backIsAllowedBeforeAuthorisation() async throws {
        let tester = try await FlowTester(Transfer(), in: SamplesInMemory.self)
        try await tester.send(.continueButtonPressed(to: "Grace", amount: 25), on: Transfer.Form.self)
        try await tester.goBack()
        #expect(tester.screen is Transfer.Form)
    }

    @Test func balanceGoesDown() async throws {
        let tester = try await FlowTester(Home(), in: SamplesInMemory.self)
        for (balance, text) in [(1_000, "€1,000.00"), (600, "€600.00")] {
            try await tester.send(.didSelectEntry(key: "Transfer"), on: Home.Menu.self)
            let form = try tester.viewModel(as: Transfer.Form.ViewModel.self)
            #expect((form.balance, form.balanceText) == (Decimal(balance), text))
            try await tester.send(.continueButtonPressed(to: "Grace", amount: 400), on: Transfer.Form.self)
            try await tester.send(.authorizeButtonPressed, on: Transfer.Authorize.self)
            try await tester.send(.closeButtonPressed, on: Transfer.Done.self)
        }
        try await tester.send(.didSelectEntry(key: "Transfer"), on: Home.Menu.self)
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(.continueButtonPressed(to: "Grace", amount: 400), on: Transfer.Form.self)
        }
        #expect(problem?.errors.map(\.code) == ["too-large"])
    }

    @Test func moneyThatWasSpentMeanwhileIsNotSent() async throws {
        let ledger = Ledger()
        let tester = try await FlowTester(
            Transfer(),
            in: SamplesInMemory.self,
            overriding: [Service(Ledger.self) { _ in ledger }]
        )
        try await tester.send(.continueButtonPressed(to: "Grace", amount: 400), on: Transfer.Form.self)
        _ = try await ledger.transfer(700, to: "Rent", id: "other", session: tester.session)
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(.authorizeButtonPressed, on: Transfer.Authorize.self)
        }
        #expect(problem?.errors.map(\.code) == ["no-funds"])
        #expect(try await ledger.account(of: tester.session).balance == 300)
    }

    @Test func sandboxOfATransferPaysNothing() async throws {
        let ledger = Ledger()
        let tester = try await FlowTester(
            Transfer(),
            in: SamplesInMemory.self,
            overriding: [Service(Ledger.self) { _ in ledger }]
        )
        try await tester.send(.continueButtonPressed(to: "Grace", amount: 25), on: Transfer.Form.self)
        let sandbox = try await tester.operators.fork(tester.session, at: nil).session
        let authorisation = Change.action(name: "authorizeButtonPressed", params: nil, screen: nil, draft: nil)
        let answer = await tester.engine.perform(authorisation, on: sandbox, by: Caller(.app))
        let problem = try JSON.decode(Problem.self, from: answer.body)
        #expect(problem.errors.map(\.code) == ["sandbox"])
        #expect(problem.detail?.contains("Ledger") == true)
        for session in [tester.session, sandbox] {
            #expect(try await ledger.account(of: session).transfers == 0)
        }
        try await tester.send(.authorizeButtonPressed, on: Transfer.Authorize.self)
        #expect(try await ledger.account(of: tester.session).transfers == 1)
    }

    @Test func referencesAreUniqueAmongAccounts() async throws {
        let ledger = Ledger()
        let first = try await ledger.transfer(25, to: "Grace", id: "one", session: "a")
        #expect(try await ledger.transfer(25, to: "Grace", id: "one", session: "b") != first)
        #expect(try await ledger.transfer(25, to: "Grace", id: "one", session: "a") == first)
    }
}
