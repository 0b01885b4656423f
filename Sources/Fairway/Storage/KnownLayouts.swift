import FairwayWire
import Synchronization

/// The layouts that sessions had last, so that those that lie alike are read once and are in memory once.
final class KnownLayouts: Sendable {
    /// Enough for the places of a few flows where most users of an app are, and few enough that some megabytes are the most
    /// they take: a layout of two kilobytes names some hundred screens, and what is made of it takes a hundred kilobytes at most.
    private static let count = 256
    private static let mostBytes = 2_048
    /// By their hash: who comes later takes the place, which costs no order of use to be kept. One stays when its sessions are gone.
    private let layouts = Mutex([KnownLayout?](repeating: nil, count: count))

    /// The layout that was stored.
    func layout(_ json: RawJSON) throws -> KnownLayout {
        try known(json) { try KnownLayout(json) }
    }

    /// The layout of a tree.
    func layout(of tree: Tree) -> KnownLayout {
        let json = StoredLayout(tree).json
        return known(json) { KnownLayout(json, of: tree) }
    }

    private func known(_ json: RawJSON, or make: () throws -> KnownLayout) rethrows -> KnownLayout {
        guard json.bytes.count <= Self.mostBytes else { return try make() }
        var hasher = Hasher()
        json.bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        let place = Int(UInt(bitPattern: hasher.finalize()) % UInt(Self.count))
        if let known = layouts.withLock({ $0[place] }), known.json == json { return known }
        let new = try make()
        // What was there is freed when the lock is free again.
        _ = layouts.withLock { places in
            defer { places[place] = new }
            return places[place]
        }
        return new
    }
}
