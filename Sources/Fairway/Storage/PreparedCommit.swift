import FairwayWire

/// A commit with what has to be encoded for it: done by whoever asks for it, so that what writes only writes.
///
/// A class, because it is handed from the one to the other: as a value it would be forty references to be counted each time.
package final class PreparedCommit: Sendable {
    package let commit: Commit
    package let device: [UInt8]
    package let moves: [UInt8]?
    package let effects: [UInt8]?

    package init(_ commit: consuming Commit) throws(StoreError) {
        let parts = try Self.encodedParts(of: commit)
        (device, moves, effects) = (parts.device, parts.moves, parts.effects)
        self.commit = commit
    }

    /// Apart, because what only looks at a commit that it does not own does not copy it.
    @inline(never)
    private static func encodedParts(
        of commit: Commit
    ) throws(StoreError) -> (device: [UInt8], moves: [UInt8]?, effects: [UInt8]?) {
        try commit.checkParts()
        // A description is encoded when it is set, and not again by each commit.
        return (commit.row?.device.json.bytes ?? [], encode(commit.journal?.moves), encode(commit.journal?.effects))
    }

    private static func encode<Element: HandWritten>(_ list: [Element]?) -> [UInt8]? {
        guard let list, !list.isEmpty else { return nil }
        var writer = JSONWriter()
        writer.array(list) { writer, element in element.write(to: &writer) }
        return RawJSON(writer).bytes
    }
}
