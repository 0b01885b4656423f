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
        // First, so that it is moved and not copied.
        self.commit = commit
        try self.commit.checkParts()
        moves = Self.encode(self.commit.journal?.moves)
        effects = Self.encode(self.commit.journal?.effects)
        do {
            device = try self.commit.row?.device.stored() ?? []
        } catch {
            throw StoreError(
                .damaged,
                "A change of session \(self.commit.session) cannot be encoded.",
                cause: "\(error)"
            )
        }
    }

    private static func encode<Element: HandWritten>(_ list: [Element]?) -> [UInt8]? {
        guard let list, !list.isEmpty else { return nil }
        var writer = JSONWriter()
        writer.array(list) { writer, element in element.write(to: &writer) }
        return RawJSON(writer).bytes
    }
}
