public import Fairway
import FairwayWire
public import Foundation

/// Problems, which ``OperatorStore`` documents.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension MemoryStore {
    public func addProblems(_ batch: ProblemBatch) throws(StoreError) {
        guard !batch.problems.isEmpty else { return }
        try use { records, own in
            guard own.isNew(batch) else { return }
            for seen in batch.problems {
                var app = seen.app
                if let session = seen.session {
                    guard let row = records.sessions[session]?.row, !row.isSandbox else { continue }
                    app = row.device.app
                }
                own.add(seen, app: app.flatMap(Device.tag), in: records, mostSessions: batch.mostSessions)
            }
            own.deleteProblemsBeyondLimit()
        }
    }

    public func problems(_ query: ProblemsQuery) throws(StoreError) -> Page<ListedProblem> {
        let position = try TimePosition(cursor: query.cursor)
        return try use { _, own in
            let rows = own.problems.values.map { $0.listed(hoursSince: query.hoursSince) }
                .filter(query.matches)
                .map { (position: TimePosition(time: $0.lastSeen.milliseconds, rest: $0.id), row: $0) }
                .filter { row in position.map { row.position.key < $0.key } ?? true }
                .sorted { $0.position.key > $1.position.key }
            return Page(rows, limit: query.limit)
        }
    }

    public func problems(_ ids: [String], hoursSince: Date) throws(StoreError) -> [ListedProblem] {
        try use { _, own in ids.compactMap { own.problems[$0]?.listed(hoursSince: hoursSince) } }
    }

    public func setStatus(_ status: ListedProblem.Status, of problem: String, at date: Date) throws(StoreError) -> Bool
    {
        try use { _, own in
            guard own.problems[problem] != nil else { return false }
            own.problems[problem]?.set(status, at: date, newest: own.builds.newest)
            return true
        }
    }
}

/// A problem in a store in memory.
struct MemoryProblem {
    private var row: ListedProblem
    private var apps: [String: Int] = [:]
    private var hours: [Int: Int] = [:]
    private var resolvedAt: Date?
    /// The sessions that are listed.
    var sessions: Set<String> = []
    /// The number of the newest session that was removed because there were too many; nil if none was.
    private var passed: Int?

    init(_ group: ProblemGroup, first: Date, build: String?) {
        placeID = group.placeID
        row = ListedProblem(
            id: group.id,
            group: group,
            sessions: 0,
            count: 0,
            firstSeen: first,
            lastSeen: first,
            firstBuild: build,
            lastBuild: build,
            status: .open
        )
    }

    var lastSeen: Date { row.lastSeen }
    /// As ``ProblemGroup/placeID``.
    let placeID: String?
    var isMuted: Bool { row.status == .muted }

    mutating func add(_ seen: SeenProblem, app: String?, build: String?) {
        row.count += seen.count
        (row.firstSeen, row.lastSeen) = (min(row.firstSeen, seen.first), max(row.lastSeen, seen.last))
        row.lastBuild = build ?? row.lastBuild
        if let resolvedAt, resolvedAt < seen.last { (row.status, self.resolvedAt) = (.open, nil) }
        hours[seen.first.hour, default: 0] += seen.count
        hours = hours.filter { $0.key > seen.first.hour - OperatorLimits.hoursPerProblem }
        let app = app ?? ""
        apps[app, default: 0] += seen.count
        // A version that was just seen stays, so that a new one can grow.
        let others = apps.filter { $0.key != app }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        for (other, _) in others.dropFirst(OperatorLimits.appsPerProblem - 1) { apps[other] = nil }
    }

    mutating func set(_ status: ListedProblem.Status, at date: Date, newest: String?) {
        row.status = status
        row.resolvedIn = status == .resolved ? newest : nil
        resolvedAt = status == .resolved ? date : nil
    }

    /// Counts a session, unless it is known or not newer than those that were removed. Keeps those that started last.
    mutating func add(_ session: String, most: Int, in records: MemoryRecords) {
        func number(_ session: String) -> Int { records.sessions[session]?.number ?? 0 }
        guard passed.map({ $0 < number(session) }) ?? true, sessions.insert(session).inserted else { return }
        row.sessions += 1
        guard row.sessions > most, row.sessions.isMultiple(of: OperatorLimits.excessSessions(of: most)) else { return }
        let excess = sessions.sorted { number($0) < number($1) }.dropLast(most)
        sessions.subtract(excess)
        passed = excess.last.map(number) ?? passed
    }

    func listed(hoursSince: Date) -> ListedProblem {
        var listed = row
        listed.apps = apps.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { ListedProblem.AppCount(app: $0.key.isEmpty ? nil : $0.key, count: $0.value) }
        listed.hours = hours.filter { $0.key >= hoursSince.hour }.sorted { $0.key < $1.key }
            .map { ListedProblem.HourCount(hour: $0.key, count: $0.value) }
        return listed
    }
}

extension OperatorRecords {
    /// Whether a batch was not added before.
    fileprivate mutating func isNew(_ batch: ProblemBatch) -> Bool {
        if let index = problemWriters.firstIndex(where: { $0.writer == batch.writer }) {
            guard problemWriters[index].batch < batch.number else { return false }
            problemWriters[index].batch = batch.number
        } else {
            problemWriters.append((batch.writer, batch.number))
            problemWriters = Array(problemWriters.suffix(OperatorLimits.problemWriters))
        }
        return true
    }

    /// The group, or that of further causes of its place.
    private func limited(_ seen: SeenProblem) -> ProblemGroup {
        guard let place = seen.group.placeID, problems[seen.group.id] == nil else { return seen.group }
        let causes = problems.values.count { $0.placeID == place && $0.lastSeen > seen.recentCausesSince }
        return causes < OperatorLimits.causesPerProblem ? seen.group : seen.group.withoutCause
    }

    mutating func add(
        _ seen: SeenProblem,
        app: String?,
        in records: MemoryRecords,
        mostSessions: Int = OperatorLimits.sessionsPerProblem
    ) {
        let (group, build) = (limited(seen), builds.presentName)
        problems[group.id, default: MemoryProblem(group, first: seen.first, build: build)]
            .add(seen, app: app, build: build)
        if let session = seen.session { problems[group.id]?.add(session, most: mostSessions, in: records) }
        if let measure = seen.measure {
            builds.add([ServerCount(hour: seen.first.hour, measure, count: seen.count)])
        }
    }

    mutating func deleteProblemsBeyondLimit() {
        let excess = problems.count - OperatorLimits.problems
        guard excess > 0 else { return }
        let oldest = problems.sorted {
            ($0.value.isMuted ? 1 : 0, $0.value.lastSeen) < ($1.value.isMuted ? 1 : 0, $1.value.lastSeen)
        }
        for (id, _) in oldest.prefix(excess) { problems[id] = nil }
    }

    mutating func deleteProblems(before date: Date, _ limit: Int) -> Int {
        let old = problems.filter { $0.value.lastSeen < date }.keys.prefix(limit)
        for id in old { problems[id] = nil }
        return old.count
    }
}

extension TimePosition {
    fileprivate var key: (Int, String) { (time, rest) }
}

extension ProblemsQuery {
    fileprivate func matches(_ row: ListedProblem) -> Bool {
        (since.map { row.lastSeen >= $0 } ?? true) && (status == nil || status == row.status)
            && (flow == nil || flow == row.group.flow) && (kind == nil || kind == row.group.kind)
            && (build == nil || build == row.firstBuild || build == row.lastBuild)
    }
}
