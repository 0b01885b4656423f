import FairwayTesting
import Foundation
import TestWaits
import Testing

@testable import Fairway

/// Nodes with different clocks.
@Suite(.waiting)
struct NodeClockTests {
    @Test func nodesUseTheClockOfTheSharedStore() async throws {
        let time = ManualClock(at: Date(timeIntervalSince1970: 1_000_000))
        let memory = SharedMemory(clock: time)
        let nodes = try (0..<2).map { _ in
            try Engine(App(initial: Stage(.show("nothing"))) { Flow(Puppet()) }, store: memory.open())
        }
        for seconds in [0.0, 3_600] {
            time.advance(by: seconds)
            for node in nodes {
                let started = try await node.start(StartRequest()).state()
                #expect(try await nodes[0].inspect(started.session).rows.session.createdAt == time.now)
            }
        }
    }

    @Test func injectedClockTakesPrecedence() throws {
        let clock = ManualClock()
        let memory = SharedMemory(clock: ManualClock(at: .distantPast))
        let node = try Engine(
            App(initial: Stage(.show("nothing"))) { Flow(Puppet()) },
            store: memory.open(),
            clock: clock
        )
        #expect(node.clock.now == clock.now)
    }

    @Test func missedNoticesArePolledForOnceBetweenRegularPolls() throws {
        let others = OtherNodes(SharedMemory().open(), name: "n")
        #expect(others.mayCheckNow())
        #expect(!others.beginRegularCheck())
        #expect(others.mayCheckNow())
        for _ in 0..<3 { #expect(!others.mayCheckNow()) }
        #expect(others.beginRegularCheck())
        #expect(!others.beginRegularCheck())
    }
}
