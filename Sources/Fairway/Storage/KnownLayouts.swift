import FairwayWire
import Synchronization

/// The layouts that sessions had last, so that those that lie alike are read once and are in memory once.
final class KnownLayouts: Sendable {
    private static let count = 256
    /// Whatever clients show, this is the most text that is kept; what is made of a layout takes several times its text.
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
        _ = layouts.withLock { exchange(&$0[place], with: new) }
        return new
    }
}
