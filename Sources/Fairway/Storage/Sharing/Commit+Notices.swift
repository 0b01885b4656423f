extension Commit {
    /// What other nodes are told once it is committed.
    package var notices: [StoreNotice] {
        var notices: [StoreNotice] = []
        if let row { notices.append(.changed(session: session, revision: row.revision)) }
        let due = work.compactMap { change in if case .add(let item) = change { item.due } else { nil } }.min()
        if let due { notices.append(.work(due: due)) }
        return notices
    }
}
