import Fairway
import FairwayWire

/// A commit with what has to be encoded for it: done by whoever asks for it, so that the writer only writes.
struct PreparedCommit: Sendable {
    let commit: Commit
    let device: [UInt8]
    let moves: [UInt8]?
    let effects: [UInt8]?

    init(_ commit: Commit) throws(StoreError) {
        self.commit = commit
        do {
            device = try commit.row?.device.stored() ?? []
            moves = try Self.encode(commit.journal?.moves)
            effects = try Self.encode(commit.journal?.effects)
        } catch {
            throw StoreError(.damaged, "A change of session \(commit.session) cannot be encoded.", cause: "\(error)")
        }
    }

    private static func encode<Element: Encodable>(_ list: [Element]?) throws -> [UInt8]? {
        guard let list, !list.isEmpty else { return nil }
        return try JSON.encode(list)
    }
}
