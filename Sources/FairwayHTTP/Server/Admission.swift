import Synchronization

/// Counts the connections of all event queues against the limits: of all together, and of one address.
final class Admission: Sendable {
    private let limit: Int
    private let limitPerAddress: Int
    private let open = Atomic<Int>(0)
    /// By network. As many entries as there are connections at most.
    private let addresses = Mutex<[UInt64: Int]>([:])

    init(_ limits: Limits) {
        limit = limits.connections
        limitPerAddress = limits.connectionsPerAddress
    }

    /// Takes one in; false: there are so many that it cannot even be told so.
    func enter(_ peer: SocketAddress) -> Bool {
        guard open.add(1, ordering: .relaxed).newValue <= Self.most(limit) else {
            open.subtract(1, ordering: .relaxed)
            return false
        }
        let isFew = addresses.withLock { addresses in
            let count = addresses[peer.network, default: 0] + 1
            guard count <= Self.most(limitPerAddress) else { return false }
            addresses[peer.network] = count
            return true
        }
        if !isFew { open.subtract(1, ordering: .relaxed) }
        return isFew
    }

    func leave(_ peer: SocketAddress) {
        open.subtract(1, ordering: .relaxed)
        addresses.withLock { addresses in
            let count = addresses[peer.network, default: 1] - 1
            addresses[peer.network] = count > 0 ? count : nil
        }
    }

    /// How many are open.
    var count: Int { open.load(ordering: .relaxed) }

    /// Whether a connection that was taken in is one too many.
    func isOverLimit(_ peer: SocketAddress) -> Bool {
        count > limit || addresses.withLock { $0[peer.network, default: 0] } > limitPerAddress
    }

    /// How many of the wanted connections to allow, given so many descriptors: room is left for those that are taken in
    /// only to be told 503. So a crowd is told, and idle connections make room, before descriptors run out.
    static func mostConnections(withDescriptors descriptors: Int, ofWanted wanted: Int) -> Int {
        // What else is opened now and then: a file of the web pages, a backup.
        let others = 16
        return max(1, min(wanted, (descriptors - others - most(0)) * 16 / 17))
    }

    /// Some more than may be open are taken in, to be told that they are too many.
    private static func most(_ limit: Int) -> Int { limit + limit / 16 + 16 }
}
