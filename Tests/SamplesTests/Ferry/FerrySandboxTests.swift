import FairwayOperators
import FairwayTesting
import FairwayWire
import Foundation
import Testing

@testable import Fairway
@testable import Samples

/// A fork of a booking: nothing is charged, and the original is untouched.
struct FerrySandboxTests {
    private let payments = PaymentService()
    private let inventory = CabinInventory()

    /// A booking with a pending charge, and the revision of the payment.
    private func booking() async throws -> (FlowTester<Home>, revision: Int) {
        let (payments, inventory) = (payments, inventory)
        var limits = OperatorLimits()
        limits.keptStates = 20
        let tester = try await FlowTester(
            Home(),
            in: SamplesInMemory.self,
            overriding: [
                Service(PaymentService.self) { _ in payments }, Service(CabinInventory.self) { _ in inventory },
            ],
            operatorLimits: limits
        )
        try await tester.send(.didSelectEntry(key: "Ferry"), on: Home.Menu.self)
        try await tester.reachPayment()
        try await tester.pay()
        return (tester, try await revision(of: tester.session, tester))
    }

    private func revision(of session: String, _ tester: FlowTester<Home>) async throws -> Int {
        try #require(try tester.store.load(session)).session.revision
    }

    private func document(_ session: String, _ tester: FlowTester<Home>) async throws -> StateDocument {
        try JSON.decode(
            StateDocument.self,
            from: await tester.engine.state(session, by: Caller(.app)).body
        )
    }

    @Test func forkWithAPendingChargeChargesNothingAndIsFinishedByAnOperator() async throws {
        let (tester, paying) = try await booking()
        let original = tester.session
        // The original continues, so the fork begins at an earlier revision.
        try await tester.fail(ChargeCard.self, "Your card was declined.")
        func rows() throws -> (StoredSession?, [StoredWork], [JournalEntry]) {
            (
                try tester.store.load(original), try tester.store.work(original),
                try tester.store.journal(original, after: 0, limit: .max)
            )
        }
        let before = try rows()

        let fork = try await tester.operators.fork(original, at: paying)
        #expect(try await document(fork.session, tester).screen?.name == Ferry.Processing.name)
        #expect(try await document(fork.session, tester).revision == paying)
        // The charge is due, but no worker takes it.
        await (try Worker(tester.engine)).runDueWork()
        let charge = try #require(try tester.store.work(fork.session).first { $0.item.name == ChargeCard.name })
        #expect(charge.progress.attempts == 0)
        #expect(try await payments.takings() == (0, 0))

        let ticket = Ferry.Ticket(reference: "FORK", journey: .example)
        let refusal = try await tester.operators.completeWork(
            charge.item.id,
            of: fork.session,
            with: try RawJSON(encoding: ticket)
        )
        #expect(refusal == nil)
        let finished = try await document(fork.session, tester)
        #expect(finished.screen?.name == Ferry.Confirmation.name)
        #expect(try await payments.takings() == (0, 0))
        #expect(try rows() == before)
    }

    /// The inventory keeps the cabin for an hour while a card is charged, and for the rest of ten minutes after that.
    @Test func cabinOfTheOriginalStaysHeldWhileItsSandboxContinues() async throws {
        let (tester, paying) = try await booking()
        let sailing = try #require(tester.booking?.sailing?.id)
        let fork = try await tester.operators.fork(tester.session, at: paying)
        let charge = try #require(try tester.store.work(fork.session).first { $0.item.name == ChargeCard.name })
        #expect(try await tester.operators.failWork(charge.item.id, of: fork.session, with: "No.") == nil)
        let payment = try await document(fork.session, tester)
        #expect(payment.screen?.name == Ferry.Payment.name)
        #expect(payment.screen?.viewModel.description.contains("No.") == true)
        let later = tester.clock.now.addingTimeInterval(3_000)
        #expect(try await inventory.taken(on: sailing, except: nil, at: later).contains("302"))
    }

    @Test func cardIsMaskedInKeptStates() async throws {
        let (tester, paying) = try await booking()
        for revision in try await tester.operators.keptRevisions(of: tester.session) {
            let document = try await tester.operators.keptDocument(tester.session, at: revision)
            #expect(!document.description.contains("4242"))
        }
        #expect(try await tester.operators.keptRevisions(of: tester.session).first == paying)
    }
}
