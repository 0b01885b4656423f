import FairwayWire
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Counts what is under way in an engine, lets a few work at a time, and sends away what is too much.
final class Traffic: Sendable {
    private let limits: EngineLimits
    private let clock: any WallClock
    private let changes = Atomic<Int>(0)
    private let answered = Atomic<Int>(0)
    private let places: Mutex<Places<CheckedContinuation<Void, Never>>>
    private let patience = Mutex(Patience())

    init(limits: EngineLimits, clock: any WallClock) {
        self.limits = limits
        self.clock = clock
        places = Mutex(Places(limit: limits.changesAtWork))
    }

    /// What is going on now.
    var load: Load {
        let waited = places.withLock { $0.waiting > 0 ? $0.waitedSeconds(at: now) : nil }
        return Load(changes: changes.load(ordering: .relaxed), waitedSeconds: waited ?? 0)
    }

    /// How many wait for a place at work.
    var inLine: Int { places.withLock(\.waiting) }

    /// Why one more call cannot be taken on; nil when it can.
    var obstacle: Problem? { load.obstacle(limits) }

    /// Runs a call that a client makes, if it can be taken on.
    func admit(_ call: () async throws -> Answer) async throws -> Answer {
        if let obstacle { throw obstacle }
        return try await run(call)
    }

    /// Runs what operators and the server itself ask for: a timer, a sweep. It is bounded where it comes from.
    func run(_ call: () async throws -> Answer) async throws -> Answer {
        changes.add(1, ordering: .relaxed)
        defer {
            changes.subtract(1, ordering: .relaxed)
            answered.add(1, ordering: .relaxed)
        }
        return try await call()
    }

    /// After how many seconds somebody who is sent away now is to come back.
    func secondsToWait() -> Int {
        let answered = answered.load(ordering: .relaxed)
        return patience.withLock { $0.sendAway(at: now, answered: answered) }
    }

    // MARK: Places

    /// Waits for a place at work, which is to be given back with ``leaveWork()``. Does not suspend when one is free.
    ///
    /// - Parameter isBounded: Whether it need not wait, because it is bounded where it comes from.
    func goToWork(isBounded: Bool) async {
        let isAtWork = places.withLock { places in
            if isBounded { places.squeezeIn() }
            return isBounded || places.take()
        }
        if isAtWork { return }
        await withCheckedContinuation { visitor in
            let isAtWork = places.withLock { places in
                if places.take() { return true }
                places.line(up: visitor, at: now)
                return false
            }
            if isAtWork { visitor.resume() }
        }
    }

    /// Gives the place to whoever has waited longest.
    func leaveWork() { places.withLock { $0.leave() }?.resume() }

    /// Goes on with work after having left it to wait for something: not at the end of the line.
    func comeBack() { places.withLock { $0.squeezeIn() } }

    private var now: Double { clock.now.timeIntervalSinceReferenceDate }
}
