import FairwayTesting
import FairwayWire
import Foundation
import Testing

@testable import Fairway
@testable import FairwayOperators

/// A build reads the timers, jobs and results that an older build has stored, or `check` says that it cannot.
struct StoredWorkTests {
    private let store = MemoryStore()
    private let clock = ManualClock()

    @Test func olderJobIsMigrated() async throws {
        let session = try await start(OldOrder(), Performer(OldCharge.self) { _, _ in OldReceipt(text: "") })
        let new = try operators(NewOrder(), Performer(NewCharge.self) { job, _ in NewReceipt(lines: ["\(job.cents)"]) })
        let item = try #require(try store.work(session).first { $0.item.kind == .job }?.item)
        #expect(item.version == 1)
        #expect(try await new.check().isClean)
        await (try Worker(new.engine)).runDueWork()
        #expect(try await told(session, by: new.engine) == ["500"])
    }

    @Test func newWorkIsStoredUnderItsVersion() async throws {
        let session = try await start(NewOrder(), Performer(NewCharge.self) { _, _ in NewReceipt(lines: []) })
        #expect(try store.work(session).map(\.item.version) == [2, 2])
    }

    @Test func olderEventIsMigrated() async throws {
        let session = try await start(OldOrder(), Performer(OldCharge.self) { _, _ in OldReceipt(text: "") })
        let new = try engine(NewOrder(), Performer(NewCharge.self) { _, _ in NewReceipt(lines: []) })
        clock.advance(by: 60)
        await (try Worker(new)).runDueWork()
        #expect(try await told(session, by: new).contains("reminded of tea, milk"))
    }

    @Test func olderResultIsMigrated() async throws {
        let session = try await start(OldOrder(), Performer(OldCharge.self) { _, _ in OldReceipt(text: "a b") })
        try await deliverNothing(to: session, output: #"{"text":"a b"}"#, version: 1)
        let new = try operators(NewOrder(), Performer(NewCharge.self) { _, _ in NewReceipt(lines: ["again"]) })
        #expect(try await new.check().isClean)
        await (try Worker(new.engine)).runDueWork()
        #expect(try await told(session, by: new.engine) == ["a", "b"])
    }

    @Test func resultIsStoredUnderItsVersion() async throws {
        let session = try await start(NewOrder(), Performer(NewCharge.self) { _, _ in NewReceipt(lines: ["x"]) })
        let faulty = FaultyStore(store)
        let new = try engine(
            NewOrder(),
            Performer(NewCharge.self) { _, _ in
                // The delivery fails.
                faulty.failNext(.beforeCommit)
                return NewReceipt(lines: ["x"])
            },
            in: faulty
        )
        await (try Worker(new)).runDueWork()
        let result = try store.work(session).first { $0.item.kind == .job }?.progress.result
        #expect(result == .completed(RawJSON(known: Array(#"{"lines":["x"]}"#.utf8)), version: 2))
    }

    /// The job waits for a build that can read it, and no attempt is counted.
    @Test func newerWorkIsNotRead() async throws {
        let session = try await start(NewOrder(), Performer(NewCharge.self) { _, _ in NewReceipt(lines: []) })
        let old = try operators(OldOrder(), Performer(OldCharge.self) { _, _ in OldReceipt(text: "") })
        let reason = "a newer build stored version 2, and this build knows version 1"
        let report = try await old.check()
        #expect(
            Set(report.unreadableWork.keys) == [
                Operators.UnreadableWork(kind: .job, name: "Order.Charge", reason: reason),
                Operators.UnreadableWork(kind: .timer, name: "Order.Reminder", reason: reason),
            ]
        )
        await (try Worker(old.engine)).runDueWork()
        let job = try #require(try store.work(session).first { $0.item.kind == .job })
        #expect(job.progress.attempts == 0)
        #expect(job.progress.error == reason)
    }

    @Test func renamedPropertiesOfPendingWorkAreFoundByCheck() async throws {
        for _ in 0..<2 { _ = try await start(OldOrder(), Performer(OldCharge.self) { _, _ in OldReceipt(text: "") }) }
        let report = try await operators(
            RenamedOrder(),
            Performer(RenamedCharge.self) { _, _ in OldReceipt(text: "") }
        ).check()
        #expect(report.stranded.isEmpty)
        #expect(report.unreadable == 2)
        #expect(report.unreadableWork.values.first == 2)
        #expect(report.unreadableWork.keys.first?.name == "Order.Charge")
        #expect(report.unreadableWork.keys.first?.reason.contains("/cents") == true)
        let event = StoredType(.event, "Order.Reminder")
        #expect(report.ignored == [StoredMember(type: event, path: "text"): 2])
        #expect(report.defaulted == [StoredMember(type: event, path: "topic"): 2])
        #expect(!report.isClean)
    }

    @Test func pendingResultIsDecodedByCheck() async throws {
        let session = try await start(OldOrder(), Performer(OldCharge.self) { _, _ in OldReceipt(text: "") })
        for (output, isClean) in [
            (#"{"text":"x"}"#, true), (#"{"words":"x"}"#, false), (#"{"text":"","more":1}"#, false),
        ] {
            try await deliverNothing(to: session, output: output, version: 1)
            let report = try await operators(OldOrder(), Performer(OldCharge.self) { _, _ in OldReceipt(text: "") })
                .check()
            #expect(report.isClean == isClean, "\(output)")
        }
    }

    @Test func jobThatHasOutlivedItsSessionIsChecked() async throws {
        let session = try await start(Farewell(), Performer(Mail.self) { _, _ in Done() })
        let operators = try operators(Farewell(), Performer(OtherMail.self) { _, _ in Done() })
        #expect(try store.load(session)?.session.status == .over)
        let report = try await operators.check()
        #expect(report.sessions == 0)
        #expect(report.ignored == [StoredMember(type: StoredType(.job, "Mail"), path: "to"): 1])
        let other = try self.operators(Farewell(), Performer(OldCharge.self) { _, _ in OldReceipt(text: "") })
        #expect(try await other.check().unreadableWork.keys.map(\.reason) == ["this build has no performer for it"])
    }

    @Test func timerThatNoFlowHandlesIsFoundByCheck() async throws {
        _ = try await start(OldOrder(), Performer(OldCharge.self) { _, _ in OldReceipt(text: "") })
        let report = try await operators(
            DeafOrder(),
            Performer(OldCharge.self) { _, _ in OldReceipt(text: "") }
        ).check()
        #expect(report.unreadableWork.keys.map(\.name) == ["Order.Reminder"])
    }

    private func engine(
        _ flow: some FlowController,
        _ performer: Performer,
        in store: (any OperatorStore)? = nil
    ) throws -> Engine { try operators(flow, performer, in: store).engine }

    private func operators(
        _ flow: some FlowController,
        _ performer: Performer,
        in store: (any OperatorStore)? = nil
    ) throws -> Operators {
        let errands = Performer(Errand.self) { errand, _ in errand.text }
        let app = App(initial: Stage(.show("x")), parts: [Flow(Puppet()), errands, Flow(flow), performer])
        return try Operators(app, store: store ?? self.store, clock: clock)
    }

    private func start<F: FlowController>(_ flow: F, _ performer: Performer) async throws -> String {
        try await engine(flow, performer).start(StartRequest(flow: F.name)).state().session
    }

    private func told(_ session: String, by engine: Engine) async throws -> [String] {
        try #require(try await engine.inspect(session).flows.first?.value as? NewOrder).told
    }

    /// Stores the result of a session's job, as if its delivery had failed.
    private func deliverNothing(to session: String, output: String, version: Int) async throws {
        var work = try #require(try store.work(session).first { $0.item.kind == .job })
        work.progress.result = .completed(RawJSON(known: Array(output.utf8)), version: version)
        #expect(try store.setProgress(work.progress, of: work.item.id, session, heldBy: nil))
    }
}

struct OrderPage: Screen {}

private struct OldOrder: FlowController {
    static let name = "Order"
    typealias Output = Done
    func start(_ nav: Navigator<Self>) {
        nav.show(OrderPage())
        nav.run(OldCharge(euros: 5))
        nav.schedule(OldReminder(text: "tea milk"), after: .seconds(60))
    }
    static var routes: Routes<Self> {
        on(completion: OldCharge.self) { flow, receipt, nav in }
        on(event: OldReminder.self) { flow, event, nav in }
    }
}

private struct NewOrder: FlowController {
    static let name = "Order"
    typealias Output = Done
    var told: [String] = []
    func start(_ nav: Navigator<Self>) {
        nav.show(OrderPage())
        nav.run(NewCharge(cents: 500))
        nav.schedule(NewReminder(topics: []), after: .seconds(60))
    }
    static var routes: Routes<Self> {
        on(completion: NewCharge.self) { flow, receipt, nav in flow.told += receipt.lines }
        on(event: NewReminder.self) { flow, event, nav in
            flow.told.append("reminded of \(event.topics.joined(separator: ", "))")
        }
    }
}

/// Without the versions that the new names need.
private struct RenamedOrder: FlowController {
    static let name = "Order"
    typealias Output = Done
    func start(_ nav: Navigator<Self>) { nav.show(OrderPage()) }
    static var routes: Routes<Self> {
        on(completion: RenamedCharge.self) { flow, receipt, nav in }
        on(event: RenamedReminder.self) { flow, event, nav in }
    }
}

private struct DeafOrder: FlowController {
    static let name = "Order"
    typealias Output = Done
    func start(_ nav: Navigator<Self>) { nav.show(OrderPage()) }
    static var routes: Routes<Self> { on(completion: OldCharge.self) { flow, receipt, nav in } }
}

private struct OldCharge: Job {
    static let name = "Order.Charge"
    typealias Output = OldReceipt
    var euros: Int
}

private struct NewCharge: Job {
    static let name = "Order.Charge"
    static let version = 2
    typealias Output = NewReceipt
    var cents: Int
    static func migrate(_ stored: JSONValue, from version: Int) throws -> NewCharge {
        NewCharge(cents: 100 * (stored["euros"]?.int ?? 0))
    }
}

private struct RenamedCharge: Job {
    static let name = "Order.Charge"
    typealias Output = OldReceipt
    var cents: Int
}

private struct OldReceipt: Codable { var text: String }

private struct NewReceipt: Versioned {
    static let version = 2
    var lines: [String]
    static func migrate(_ stored: JSONValue, from version: Int) throws -> NewReceipt {
        NewReceipt(lines: (stored["text"]?.string ?? "").split(separator: " ").map(String.init))
    }
}

private struct OldReminder: Event {
    static let name = "Order.Reminder"
    var text: String
}

private struct NewReminder: Event {
    static let name = "Order.Reminder"
    static let version = 2
    var topics: [String]
    static func migrate(_ stored: JSONValue, from version: Int) throws -> NewReminder {
        NewReminder(topics: (stored["text"]?.string ?? "").split(separator: " ").map(String.init))
    }
}

private struct RenamedReminder: Event {
    static let name = "Order.Reminder"
    var topic: String?
}

/// Ends at once, and leaves a job behind.
private struct Farewell: FlowController {
    typealias Output = Done
    func start(_ nav: Navigator<Self>) {
        nav.run(Mail(to: "ada"))
        nav.finish()
    }
}

private struct Mail: Job {
    static let name = "Mail"
    static let outlivesFlow = true
    var to: String
}

private struct OtherMail: Job {
    static let name = "Mail"
    static let outlivesFlow = true
    var address: String?
}
