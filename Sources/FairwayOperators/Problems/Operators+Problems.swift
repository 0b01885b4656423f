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
            problems.append(found[group] ?? nil)
        }
        return problems
    }

    /// The problem of a group, or that of further causes at its place.
    private func storedProblem(_ group: ProblemGroup) async throws(StoreError) -> String? {
        for id in [group.id, group.withoutCause.id] where try await store.problem(id, hoursSince: clock.now) != nil {
            return id
        }
        return nil
    }
}
