import CFiles
import Dispatch
import Synchronization

/// How fast a checkpoint moves pages while changes are written: a few after each sync of the log, as the writer begins with the
/// next changes and needs the disk least.
///
/// All at once, which is what a sync of the file comes to, would let each change that is synced meanwhile wait for what lies
/// before it in the disk's queue.
final class CheckpointPace: Sendable {
    /// Whether the system lets us in the way of its writes.
    static let areWritesOurs = fairway_take_writes()
    /// How many pages go to the disk at a time.
    static let pagesAtOnce = 64
    /// For each page that is written, so many are moved: else the log would grow for as long as changes come.
    private static let movedForEachWritten = 3

    private let turn = Mutex(Turn())
    private let call = DispatchSemaphore(value: 0)
    private let patience: DispatchTimeInterval

    private struct Turn {
        /// How many pages may be moved now; less than none where more have been.
        var allowed = 0
        var isWaiting = false
        var isOff = false
    }

    /// - Parameter patience: For how long at most it waits for changes. When none come, nobody needs the disk.
    init(patience: DispatchTimeInterval = .milliseconds(2)) { self.patience = patience }

    /// To be called before the first file is opened.
    static func prepare() { _ = areWritesOurs }

    /// Whether pages wait to be moved.
    var isWaiting: Bool { turn.withLock(\.isWaiting) }

    /// A checkpoint begins, for which nobody waits yet. Whoever will calls ``hurry()`` on the queue that calls this, so that
    /// neither comes between.
    func begin() { turn.withLock { $0 = Turn() } }

    /// Moves pages at this pace. Where the system does not let us in the way of its writes, as fast as it can.
    func keep<Result>(_ move: () throws -> Result) rethrows -> Result {
        guard Self.areWritesOurs else { return try move() }
        turn.withLock { ($0.allowed, $0.isWaiting) = (0, false) }
        fairway_begin_paced_writes(
            Int32(Self.pagesAtOnce),
            { context in
                guard let context else { return }
                let pace = Unmanaged<CheckpointPace>.fromOpaque(context).takeUnretainedValue()
                pace.pause(after: CheckpointPace.pagesAtOnce)
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
        defer { fairway_end_paced_writes() }
        return try move()
    }

    /// The writer has written so many pages, and synced them where it syncs.
    ///
    /// - Returns: Whether somebody waited for that.
    @discardableResult
    func advance(pagesWritten: Int) -> Bool {
        let isCalled = turn.withLock { turn in
            turn.allowed += Self.movedForEachWritten * pagesWritten
            defer { if turn.allowed > 0 { turn.isWaiting = false } }
            return turn.isWaiting && turn.allowed > 0
        }
        if isCalled { call.signal() }
        return isCalled
    }

    /// What is being moved is waited for.
    func hurry() {
        let isCalled = turn.withLock { turn in
            defer { (turn.isWaiting, turn.isOff) = (false, true) }
            return turn.isWaiting
        }
        if isCalled { call.signal() }
    }

    /// Waits until as many pages may be moved as have been, or nobody writes.
    ///
    /// - Returns: Whether it was called.
    @discardableResult
    func pause(after moved: Int) -> Bool {
        let mustWait = turn.withLock { turn in
            turn.allowed -= moved
            turn.isWaiting = turn.allowed <= 0 && !turn.isOff
            return turn.isWaiting
        }
        guard mustWait else { return false }
        guard call.wait(timeout: .now() + patience) == .timedOut else { return true }
        let isCalled = turn.withLock { turn in
            defer { (turn.isWaiting, turn.allowed) = (false, max(0, turn.allowed)) }
            return !turn.isWaiting
        }
        // Called as the time was over: the call must not be taken for the next one.
        if isCalled { call.wait() }
        return isCalled
    }
}
