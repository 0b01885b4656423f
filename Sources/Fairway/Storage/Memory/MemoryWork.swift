/// A timer or a piece of background work, numbered among those of all sessions.
struct MemoryWork {
    let number: Int
    var stored: StoredWork

    /// Whether somebody may be doing it outside at this moment: too late to pretend that nobody was asked.
    var isPerformed: Bool { stored.item.kind == .job && stored.progress.holder != nil }
}
