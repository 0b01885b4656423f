package import Fairway

extension Operators {
    /// Counts what has happened before problems are read.
    package func foldProblemsForReading() async throws(StoreError) {
        await problems.flush()
        try await foldJournalForReading()
    }

    /// The ids of the problems that incidents of a session belong to, in the order of the incidents. Nil for an incident of a sandbox,
    /// and if the problem was deleted.
    package func problems(of incidents: [Incident], in session: SessionRow) async throws(StoreError) -> [String?] {
        guard !session.isSandbox else { return incidents.map { _ in nil } }
        var problems = try await problems(
            of: incidents.map { incident in
                let isDeclared = engine.declares(name: incident.name ?? "", ofKind: incident.kind)
                return ProblemGroup(incident, isDeclared: isDeclared)
            }
        )
        // Of a job that a performer has given up and no flow has handled, the entry of the commit counts, not the incident.
        var given: [(index: Int, entry: JournalEntry)] = []
        for (index, incident) in incidents.enumerated() where problems[index] == nil && incident.isOfWork {
            let entry = try await store.journal(session.id, after: incident.revision - 1, limit: 1).first
            guard let entry, entry.kind == incident.kind, entry.name == incident.name else { continue }
            given.append((index, entry))
        }
        let ofEntries = try await self.problems(of: given.map(\.entry), in: session)
        for ((index, _), problem) in zip(given, ofEntries) { problems[index] = problem }
        return problems
    }

    /// The ids of the problems that journal entries of a session belong to, in the order of the entries. Nil for an entry without a
    /// failed job, in a sandbox, and if the problem was deleted.
    package func problems(of entries: [JournalEntry], in session: SessionRow) async throws(StoreError) -> [String?] {
        let groups = entries.map { session.isSandbox ? nil : ProblemGroup($0) }
        if groups.contains(where: { $0 != nil }) { try await foldJournalForReading() }
        return try await problems(of: groups)
    }

    /// The ids of the problems of groups, or of those of further causes at their places. Nil for one that is not stored.
    private func problems(of groups: [ProblemGroup?]) async throws(StoreError) -> [String?] {
        let ids = groups.map { group in
            group.map { $0.cause == nil ? [$0.id] : [$0.id, $0.withoutCause.id] } ?? []
        }
        let all = Set(ids.joined())
        guard !all.isEmpty else { return groups.map { _ in nil } }
        let stored = Set(try await store.problems(Array(all), hoursSince: clock.now).map(\.id))
        return ids.map { $0.first(where: stored.contains) }
    }
}
