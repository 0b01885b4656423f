import FairwayWire

extension ListedFlow {
    /// Reads the columns of a list of flows, behind one that tells its place.
    package init(_ row: some StoredRow) {
        self.init(
            session: row.text(1),
            node: row.int(2),
            parent: row.optionalInt(3),
            depth: row.int(4),
            path: row.text(5),
            flow: row.text(6),
            version: row.int(7),
            screen: row.optionalText(8),
            isFront: row.bool(9),
            startedAt: row.date(10),
            touchedAt: row.date(11),
            device: Device(stored: row.bytes(12))
        )
    }
}
