import FairwayWire

/// A commit with what has to be encoded for it: done by whoever asks for it, so that what writes only writes.
///
/// A class, because it is handed from the one to the other: as a value it would be forty references to be counted each time.
package final class PreparedCommit: Sendable {
    package let commit: Commit
    package let device: [UInt8]
    package let moves: [UInt8]?
    package let effects: [UInt8]?

    package init(_ commit: Commit) throws(StoreError) {
        self.commit = commit
        try commit.checkParts()
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
