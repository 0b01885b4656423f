/// Where the sessions that were written last are, by id.
///
/// Ids are random, so that looking one up reads a page of the key over all ids that nothing else needs. With a million
/// stored sessions, all of them active, this was worth a twentieth of the rate. A place is a hint and no more: it may be
/// that of a transaction that was rolled back, so whoever uses it compares what it says with the row.
struct SessionPlaces {
    /// Where a session's rows are.
    struct Place: Hashable {
        /// The number of the session itself.
        let number: Int
        /// The number of its newest entry of the journal.
        let newestEntry: Int?
    }

    private static let mostInGeneration = 32_768
    private var recent: [String: Place] = [:]
    private var older: [String: Place] = [:]

    /// Where a session was when it was written last.
    subscript(session: String) -> Place? { recent[session] ?? older[session] }

    /// Remembers the place of a session that is written to, instead of those that were not for longest.
    mutating func note(_ place: Place, of session: String) {
        if recent.count == Self.mostInGeneration, recent[session] == nil {
            older = recent
            recent = [:]
        }
        recent[session] = place
    }
}
