/// The numbers of the sessions that were written last, by id.
///
/// Ids are random, so that looking one up reads a page of the key over all ids that nothing else needs. With a million
/// stored sessions, all of them active, this was worth a twentieth of the rate. A number is a hint and no more: it may be
/// that of a session whose transaction was rolled back, so whoever uses it compares the id in the row.
struct SessionNumbers {
    private static let mostInGeneration = 32_768
    private var recent: [String: Int] = [:]
    private var older: [String: Int] = [:]

    /// The number that a session had when it was written last.
    subscript(session: String) -> Int? { recent[session] ?? older[session] }

    /// Remembers the number of a session that is written to, in place of those that were not for longest.
    mutating func note(_ number: Int, of session: String) {
        guard recent[session] != number else { return }
        if recent.count == Self.mostInGeneration {
            older = recent
            recent = [:]
        }
        recent[session] = number
    }
}
