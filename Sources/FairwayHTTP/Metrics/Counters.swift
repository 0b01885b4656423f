import Synchronization

/// The counts of one event queue. Only that queue writes and anybody reads, so that counting is a plain addition: an
/// atomic store that needs no lock.
///
/// Unchecked: the memory is written once here and then through atomics alone.
final class Counters: @unchecked Sendable {
    enum Single: Int, CaseIterable {
        case connectionsAccepted, connectionsClosed, connectionsRefused, connectionsDropped
        case connectionsGone, connectionsIdle, connectionsLingering, connectionsShutDown, connectionsStalled
        case acceptPauses
        case bytesReceived, bytesSent
        case requestsUnread, microsecondsUnread
    }

    /// The upper bounds of the latency histogram's buckets; beyond the last is one more.
    static let microsecondBounds = [
        100, 250, 500, 1000, 2500, 5000, 10000, 25000, 50000, 100_000, 250_000, 1_000_000, 5_000_000,
    ]
    static let classes = 5
    /// What could not be read, or is beyond a limit.
    static let refusedRow = 0
    /// What no route is for.
    static let otherwiseRow = 1
    static let firstEndpointRow = 2

    private static let bucketsStart = classes
    private static let sumIndex = bucketsStart + microsecondBounds.count + 1
    private static let rowSize = sumIndex + 1

    private let cells: UnsafeMutablePointer<Atomic<UInt64>>
    private let count: Int

    init(_ table: RouteTable) {
        count = Single.allCases.count + (Self.firstEndpointRow + table.endpoints.count) * Self.rowSize
        cells = .allocate(capacity: count)
        for index in 0..<count { (cells + index).initialize(to: Atomic(0)) }
    }

    deinit {
        cells.deinitialize(count: count)
        cells.deallocate()
    }

    static func row(of match: RouteTable.Match) -> Int {
        if case .endpoint(let index, _) = match { return firstEndpointRow + index }
        return otherwiseRow
    }

    func add(_ single: Single, _ amount: Int = 1) { add(at: single.rawValue, amount) }

    func count(row: Int, status: Status, microseconds: Int) {
        let start = Self.start(of: row)
        add(at: start + status.code / 100 - 1, 1)
        var bucket = 0
        while bucket < Self.microsecondBounds.count, microseconds > Self.microsecondBounds[bucket] { bucket &+= 1 }
        add(at: start + Self.bucketsStart + bucket, 1)
        add(at: start + Self.sumIndex, microseconds)
    }

    func value(_ single: Single) -> UInt64 { cells[single.rawValue].load(ordering: .relaxed) }

    func requests(row: Int, statusClass: Int) -> UInt64 { read(Self.start(of: row) + statusClass - 1) }

    func bucket(row: Int, _ bucket: Int) -> UInt64 { read(Self.start(of: row) + Self.bucketsStart + bucket) }

    func microseconds(row: Int) -> UInt64 { read(Self.start(of: row) + Self.sumIndex) }

    private static func start(of row: Int) -> Int { Single.allCases.count + row * rowSize }

    private func read(_ index: Int) -> UInt64 { cells[index].load(ordering: .relaxed) }

    @inline(__always)
    private func add(at index: Int, _ amount: Int) {
        precondition(index < count, "There is no such counter.")
        let old = cells[index].load(ordering: .relaxed)
        cells[index].store(old &+ UInt64(amount), ordering: .relaxed)
    }
}
