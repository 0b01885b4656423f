import FairwayWire
import Foundation
import Testing

@testable import Fairway

struct OutboxTests {
    private let now = Date(timeIntervalSince1970: 1_000)
    private let node = NodeID(3)

    private struct Undying: Job {
        static let outlivesFlow = true
    }

    private struct Bare: Effect {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode("bare")
        }
    }

    @Test func effectHasItsIDAndPayload() throws {
        var outbox = Outbox(isSandbox: false)
        try outbox.perform(Toast(text: "hello"), id: "e1", in: .english)
        #expect(outbox.effects == [EffectDocument(effect: "toast", id: "e1", payload: ["text": "hello"])])
    }

    @Test func sandboxPerformsNoEffectAndMakesNoID() throws {
        var outbox = Outbox(isSandbox: true)
        var made = 0
        func makeID() -> String {
            made += 1
            return "e\(made)"
        }
        try outbox.perform(Toast(text: "hello"), id: makeID(), in: .english)
        #expect(outbox.effects.isEmpty && made == 0)
    }

    @Test func effectThatIsNotAnObjectIsAMistake() {
        var outbox = Outbox(isSandbox: false)
        #expect(throws: Mistake.self) { try outbox.perform(Bare(), id: "e1", in: .english) }
        #expect(outbox.effects.isEmpty)
    }

    @Test func timerReplacesTheItemWithItsLabel() throws {
        var outbox = Outbox(isSandbox: false)
        try outbox.schedule(Shout(text: "a"), id: "j1", label: nil, due: now, for: node)
        try outbox.schedule(Shout(text: "b"), id: "j2", label: "timer", due: now, for: node)
        let plain = try item("j1", .timer, "Shout", Shout(text: "a"), label: nil)
        let labelled = try item("j2", .timer, "Shout", Shout(text: "b"), label: "timer")
        #expect(outbox.work == [.add(plain), .cancel(node: "f3", label: "timer"), .add(labelled)])
    }

    @Test func jobIsDueNow() throws {
        var outbox = Outbox(isSandbox: false)
        try outbox.run(Errand(text: "a"), id: "j1", label: "errand", due: now, for: node)
        let job = try item("j1", .job, "Errand", Errand(text: "a"), label: "errand")
        #expect(outbox.work == [.cancel(node: "f3", label: "errand"), .add(job)])
    }

    @Test func deliveredItemIsFinishedOrGivenUp() throws {
        var outbox = Outbox(isSandbox: false)
        let job = try item("j1", .job, "Errand", Errand(text: "a"), label: nil)
        outbox.finish(job)
        outbox.giveUp(job, error: "broken")
        outbox.cancel("timer", of: node)
        #expect(
            outbox.work == [.finish(id: "j1"), .giveUp(id: "j1", error: "broken"), .cancel(node: "f3", label: "timer")]
        )
    }

    @Test func workOfAFlowThatHasLeftIsDroppedUnlessItOutlivesTheFlow() throws {
        var outbox = Outbox(isSandbox: false)
        try outbox.run(Errand(text: "a"), id: "j1", label: nil, due: now, for: node)
        try outbox.run(Errand(text: "b"), id: "j2", label: nil, due: now, for: NodeID(4))
        try outbox.run(Undying(), id: "j3", label: nil, due: now, for: node)
        outbox.cancel("timer", of: node)
        let kept = outbox.work { $0 != node }.map { change in
            if case .add(let item) = change { item.id } else { "cancel" }
        }
        #expect(kept == ["j2", "j3", "cancel"])
    }

    @Test func newestLinksAreKept() {
        var outbox = Outbox(isSandbox: false)
        let links = (0..<20).map { StoredLink(code: [$0], expiresAt: now) }
        links.forEach { outbox.add($0) }
        #expect(outbox.links == Array(links.suffix(StoredLink.mostPerSession)))
    }

    @Test func linksOfASandboxAreVoid() {
        var outbox = Outbox(isSandbox: true)
        outbox.add(StoredLink(code: [1], expiresAt: now))
        #expect(outbox.links.isEmpty)
    }

    private func item(
        _ id: String,
        _ kind: WorkItem.Kind,
        _ name: String,
        _ payload: some Encodable,
        label: String?
    ) throws -> WorkItem {
        let payload = try RawJSON(encoding: payload)
        return WorkItem(id: id, kind: kind, node: "f3", name: name, payload: payload, due: now, label: label)
    }
}
