import Testing

@testable import FairwayPostgres

/// The decisions of a connection pool.
struct PoolStateTests {
    private var plan = PoolState<Int>(PoolLimits(connections: 2, underWay: 2, waiting: 3)) { _ in true }
    private let gone = PostgresFailure(kind: .unreachable, message: "refused")

    @Test mutating func itemsWaitForFirstConnection() {
        #expect(plan.start().map(Self.text) == ["connect 0 after 0.0", "connect 1 after 0.0"])
        #expect(plan.add(1).isEmpty)
        #expect(plan.opened(1).map(Self.text) == ["send 1 over 1"])
    }

    @Test mutating func leastBusyConnectionIsUsed() {
        _ = plan.opened(0)
        _ = plan.opened(1)
        #expect(
            (1...5).flatMap { plan.add($0) }.map(Self.text) == [
                "send 1 over 0", "send 2 over 1", "send 3 over 0", "send 4 over 1",
            ]
        )
        #expect(plan.answered(1).map(Self.text) == ["send 5 over 1"])
        #expect(plan.load == 4)
    }

    @Test mutating func queuedItemsShareTransaction() {
        var plan = PoolState<Int>(PoolLimits(connections: 1, underWay: 1, together: 3)) { $0 < 10 }
        _ = plan.opened(0)
        // The items 10 and 11 may not share a transaction.
        let sent = [1, 2, 3, 4, 5, 10, 11, 6, 7].flatMap { plan.add($0) }
        #expect(sent.map(Self.text) == ["send 1 over 0"])
        #expect(plan.load == 9)
        let then = (1...5).flatMap { _ in plan.answered(0) }
        #expect(
            then.map(Self.text) == [
                "send 2+3+4 over 0", "send 5 over 0", "send 10 over 0", "send 11 over 0", "send 6+7 over 0",
            ]
        )
        #expect(plan.load == 2)
    }

    @Test mutating func silentServerFailsQueuedItems() {
        _ = plan.opened(0)
        _ = plan.lost(1, gone, share: 1)
        for number in 1...3 { _ = plan.add(number) }
        let silent = PostgresFailure(kind: .silent, message: "no answer")
        #expect(plan.lost(0, silent, share: 1).map(Self.text) == ["connect 0 after 0.0", "fail 3: silent"])
    }

    @Test mutating func fullQueueRejectsItems() {
        for number in 1...3 { #expect(plan.add(number).isEmpty) }
        #expect(plan.add(4).map(Self.text) == ["fail 4: queueFull"])
    }

    @Test mutating func queueFailsWithoutConnectionAndRecovers() {
        _ = plan.add(1)
        #expect(plan.lost(0, gone, share: 1).map(Self.text) == ["connect 0 after 0.0", "fail 1: unreachable"])
        #expect(plan.add(2).map(Self.text) == ["fail 2: unreachable"])
        #expect(plan.lost(0, gone, share: 1).map(Self.text) == ["connect 0 after 0.1"])
        #expect(plan.lost(0, gone, share: 0).map(Self.text) == ["connect 0 after 0.1"])
        _ = plan.opened(0)
        #expect(plan.add(3).map(Self.text) == ["send 3 over 0"])
    }

    @Test mutating func lostConnectionIsReplaced() {
        _ = plan.opened(0)
        _ = plan.opened(1)
        #expect(plan.lost(0, gone, share: 1).map(Self.text) == ["connect 0 after 0.0"])
        #expect(plan.lost(0, gone, share: 1).map(Self.text) == ["connect 0 after 0.1"])
        #expect(plan.add(1).map(Self.text) == ["send 1 over 1"])
    }

    @Test mutating func closingWaitsForItemsInFlight() {
        _ = plan.opened(0)
        _ = plan.add(1)
        #expect(plan.close().map(Self.text) == ["close 0", "close 1"])
        #expect(plan.add(2).map(Self.text) == ["fail 2: closed"])
        #expect(plan.answered(0).isEmpty)
        #expect(plan.closed(1).isEmpty)
        #expect(plan.closed(0).map(Self.text) == ["closed"])
    }

    private static func text(_ action: PoolState<Int>.Action) -> String {
        switch action {
        case .connect(let slot, let seconds): "connect \(slot) after \(seconds)"
        case .send(let items, let slot): "send \(items.map(String.init).joined(separator: "+")) over \(slot)"
        case .fail(let item, let failure): "fail \(item): \(failure.kind)"
        case .close(let slot): "close \(slot)"
        case .closed: "closed"
        }
    }
}
