import Fairway

extension StoredWork {
    /// What is read of work; the session's id is looked up for each.
    static let columns = columns(session: "(SELECT sessions.id FROM sessions WHERE sessions.number = jobs.session)")
}
