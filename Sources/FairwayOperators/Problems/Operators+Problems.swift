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
        var found: [ProblemGroup: String?] = [:]
        var problems: [String?] = []
        for incident in incidents {
            let isDeclared = engine.declares(name: incident.name ?? "", ofKind: incident.kind)
            let group = ProblemGroup(incident, isDeclared: isDeclared)
            if found[group] == nil { found[group] = .some(try await storedProblem(group)) }
            var problem = found[group] ?? nil
            if problem == nil, incident.isOfWork { problem = try await problemOfDelivery(incident, in: session) }
            problems.append(problem)
        }
        return problems
    }

    /// The ids of the problems that journal entries of a session belong to, in the order of the entries. Nil for an entry without a
    /// failed job, in a sandbox, and if the problem was deleted.
    package func problems(of entries: [JournalEntry], in session: SessionRow) async throws(StoreError) -> [String?] {
        let groups = entries.map { session.isSandbox ? nil : ProblemGroup($0) }
        if groups.contains(where: { $0 != nil }) { try await foldJournalForReading() }
        var problems: [String?] = []
        for group in groups {
            guard let group else {
                problems.append(nil)
                continue
            }
            problems.append(try await storedProblem(group))
        }
        return problems
    }

    /// The problem of a job that a performer has given up and no flow has handled. The entry of the commit counts, not the incident.
    private func problemOfDelivery(
        _ incident: Incident,
        in session: SessionRow
    ) async throws(StoreError) -> String? {
        let entry = try await store.journal(session.id, after: incident.revision - 1, limit: 1).first
        guard let entry, entry.kind == incident.kind, entry.name == incident.name else { return nil }
        return try await problems(of: [entry], in: session).first ?? nil
    }

    /// The problem of a group, or that of further causes at its place.
    private func storedProblem(_ group: ProblemGroup) async throws(StoreError) -> String? {
        for id in [group.id, group.withoutCause.id] where try await store.problem(id, hoursSince: clock.now) != nil {
            return id
        }
        return nil
    }
}
