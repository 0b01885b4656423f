extension EdgeCount {
    /// Reads the columns of a graph: flow, from, action, to, class of stay and count.
    package init(_ row: some StoredRow) {
        self.init(
            hour: 0,
            flow: row.textUnlessEmpty(0),
            from: row.textUnlessEmpty(1),
            action: row.text(2),
            to: row.textUnlessEmpty(3),
            stay: StayLength(number: row.int(4)),
            count: row.int(5)
        )
    }
}
