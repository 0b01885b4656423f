public import Fairway
import FairwayWire
import Foundation

/// The operators' lists, which ``OperatorStore`` documents. A cursor is the number of a page's last row.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension MemoryStore: OperatorStore {
    public func flows(_ query: FlowsQuery) throws(StoreError) -> Page<ListedFlow> {
        let start = try Int(cursor: query.cursor)
        return try use { records in
            var rows: [(position: Int, row: ListedFlow)] = []
            for record in records.sessions.values where query.matches(record.row) && !record.row.isSandbox {
                for (number, row) in record.flows.values where query.matches(row) {
                    rows.append((number, ListedFlow(row, of: record.row)))
                }
            }
            return makePage(rows, from: start, query.order, query.limit)
        }
    }

    public func summary() throws(StoreError) -> StoreSummary {
        try use { records in
            let sessions = records.sessions.values.filter { !$0.row.isSandbox }
            let active = sessions.count { $0.row.status == .active }
            let counts = sessions.flatMap(\.flows.values).map { _, flow in
                StoreSummary.Count(flow: flow.flow, screen: flow.screen, isFront: flow.isFront, count: 1)
            }
            return StoreSummary(
                activeSessions: active,
                overSessions: sessions.count - active,
                failedWork: sessions.flatMap(\.work).count(where: \.stored.progress.isGivenUp),
                counts: counts
            )
        }
    }

    public func sessions(_ query: SessionsQuery) throws(StoreError) -> Page<SessionListRow> {
        guard !query.order.isByChange else { return try sessionsByChange(query) }
        let start = try Int(cursor: query.cursor)
        return try use { records, own in
            let rows = own.sessions(matching: query, in: records)
            let order: PageOrder = query.order.isDescending ? .newest : .oldest
            return makePage(rows.map { ($0.number, own.listed($0)) }, from: start, order, query.limit)
        }
    }

    private func sessionsByChange(_ query: SessionsQuery) throws(StoreError) -> Page<SessionListRow> {
        let position = try TimePosition(cursor: query.cursor)
        let start = try Int(cursor: position?.rest).map { (position?.time ?? 0, $0) }
        func isBefore(_ left: (Int, Int), _ right: (Int, Int)) -> Bool {
            query.order.isDescending ? right < left : left < right
        }
        return try use { records, own in
            let rows = own.sessions(matching: query, in: records)
                .map { (key: ($0.row.touchedAt.milliseconds, $0.number), row: own.listed($0)) }
                .filter { row in start.map { isBefore($0, row.key) } ?? true }.sorted { isBefore($0.key, $1.key) }
            return Page(rows.map { (TimePosition(time: $0.key.0, rest: "\($0.key.1)"), $0.row) }, limit: query.limit)
        }
    }

    public func count(_ query: SessionsQuery) throws(StoreError) -> Int {
        try use { records, own in own.sessions(matching: query, in: records).count }
    }

    public func add(_ incidents: [Incident]) throws(StoreError) {
        try use { records, own in
            for incident in incidents { own.add(incident, to: &records) }
        }
    }

    public func incidents(_ session: String) throws(StoreError) -> [Incident] {
        try use { _, own in own.sessions[session]?.incidents.reversed() ?? [] }
    }

    public func work(_ query: WorkQuery) throws(StoreError) -> Page<StoredWork> {
        let start = try Int(cursor: query.cursor)
        return try use { records in
            let listed = query.session.map { records.sessions[$0]?.workWithFlows ?? [] } ?? records.performedWork
            let work = listed.filter { work in
                query.state == nil || (query.state == .failed) == work.stored.progress.isGivenUp
            }
            return makePage(work.map { ($0.number, $0.stored) }, from: start, .newest, query.limit)
        }
    }

    public func graph(_ query: GraphQuery) throws(StoreError) -> Graph {
        try use { records, own in
            if let flow = query.flow {
                var (counts, courses) = (RunCounts(), CountedCourses())
                let (runs, cut) = own.newestRuns(query.mostRuns, of: flow, since: query.since)
                for run in runs { counts.add(courses.counted(run.run)) }
                var graph = counts.graph(front: records.frontScreens(of: flow))
                graph.cut = cut
                return graph
            }
            let unfolded = own.unfolded(OperatorLimits.unfoldedEntriesPerGraph, in: records).flatMap {
                $0.entries.compactMap(\.edge)
            }
            let edges = (own.edges + unfolded).filter(query.matches)
            let fronts = records.sessions.values.filter { !$0.row.isSandbox }.flatMap(\.flows.values).map(\.row)
                .filter(\.isFront).compactMap(\.screen)
            return Graph(edges, front: Dictionary(fronts.map { ($0, 1) }, uniquingKeysWith: +))
        }
    }

    public func funnel(_ query: FunnelQuery) throws(StoreError) -> Funnel {
        try use { records, own in
            let (runs, cut) = own.newestRuns(query.mostRuns, of: query.flow, since: query.since)
            var (counts, courses) = (RunCounts(by: query.by), CountedCourses())
            for run in runs {
                counts.add(courses.counted(run.run, isAbandoned: run.isAbandoned(since: query.idleSince, in: records)))
            }
            var funnel = counts.funnel
            funnel.cut = cut
            return funnel
        }
    }
}

extension OperatorRecords {
    fileprivate mutating func add(_ incident: Incident, to records: inout MemoryRecords) {
        guard records.sessions[incident.session] != nil else { return }
        // The runs need the incidents, also those that are not kept.
        if sessions[incident.session]?.incidents.count == Incident.mostPerSession {
            foldAll(of: [incident.session], in: &records)
            sessions[incident.session]?.incidents.removeFirst()
        }
        sessions[incident.session, default: OperatorRecord()].incidents.append(incident)
    }

    /// The runs of a flow that started since a time.
    fileprivate func runs(_ flow: String, since: Date?) -> [MemoryRun] {
        runs.values.filter { run in run.run.flow == flow && (since.map { run.run.startedAt >= $0 } ?? true) }
    }

    /// At most `most` of the runs of a flow that started since a time.
    fileprivate func newestRuns(
        _ most: Int,
        of flow: String,
        since: Date?
    ) -> (runs: [MemoryRun], cut: RunsCut?) {
        let all = runs(flow, since: since)
        guard all.count > most else { return (all, nil) }
        let start = Date(milliseconds: all.map(\.run.startedAt).sorted(by: >)[most].milliseconds + 1)
        let newest = all.filter { $0.run.startedAt >= start }
        return (newest, RunsCut(since: start, counted: newest.count, total: all.count))
    }

    fileprivate func sessions(matching query: SessionsQuery, in records: MemoryRecords) -> [MemoryRecord] {
        let runs = query.run.map { run in
            var courses = CountedCourses()
            return Set(
                newestRuns(run.mostRuns, of: run.flow, since: run.since).runs.filter {
                    run.matches(
                        courses.counted($0.run, isAbandoned: $0.isAbandoned(since: run.idleSince, in: records))
                    )
                }.map(\.session)
            )
        }
        let affected = query.problem.map { problems[$0]?.sessions ?? [] }
        return records.sessions.values.filter { record in
            query.matches(record, sessions[record.row.id] ?? OperatorRecord())
                && (query.key.map { records.session(holding: $0) == record.row.id } ?? true)
                && (runs?.contains(record.row.id) ?? true) && (affected?.contains(record.row.id) ?? true)
        }
    }

    fileprivate func listed(_ record: MemoryRecord) -> SessionListRow {
        let incidents = sessions[record.row.id]?.incidents ?? []
        return SessionListRow(
            session: record.row,
            path: record.flows.values.first { $0.row.isFront }?.row.path,
            refusals: incidents.count,
            lastProblem: incidents.last?.code
        )
    }
}

extension MemoryRun {
    fileprivate func isAbandoned(since moment: Date?, in records: MemoryRecords) -> Bool {
        guard run.outcome == nil, let moment else { return false }
        return session.flatMap { records.sessions[$0]?.row.userActedAt }.map { $0 <= moment } ?? false
    }
}

extension MemoryRecords {
    /// The front screens of the active sessions with a flow, and the number of sessions.
    fileprivate func frontScreens(of flow: String) -> [String: Int] {
        let active = sessions.values.filter { record in
            !record.row.isSandbox && record.flows.values.contains { $0.row.flow == flow }
        }
        return Dictionary(active.compactMap(\.row.frontScreen).map { ($0, 1) }, uniquingKeysWith: +)
    }
}

extension OperatorRecord {
    fileprivate func isStuck(_ row: SessionRow, since moment: Date) -> Bool {
        guard row.status == .active, let newest = incidents.last else { return false }
        return newest.revision == row.revision && newest.at <= moment
    }

    fileprivate func hasFailed(since moment: Date) -> Bool { incidents.contains { $0.isFailure && $0.at >= moment } }
}

extension SessionsQuery {
    fileprivate func matches(_ record: MemoryRecord, _ own: OperatorRecord) -> Bool {
        let row = record.row
        return isSandbox == row.isSandbox && (status == nil || status == row.status)
            && (user == nil || user.isSameUser(as: row.user))
            && (flow == nil || flow == row.rootFlow || record.flows.values.contains { $0.row.flow == flow })
            && (screen == nil || record.flows.values.contains { $0.row.isFront && $0.row.screen == screen })
            && (idiom == nil || idiom == row.device.idiom) && (app == nil || app == row.device.app)
            && (search.map { Self.finds($0, row) } ?? true) && (person.map { Self.finds(person: $0, row) } ?? true)
            && (request.map { finds(request: $0, record, own) } ?? true)
            && (stuckSince.map { own.isStuck(row, since: $0) } ?? true)
            && (failedSince.map(own.hasFailed) ?? true)
    }

    private static func finds(person text: String, _ row: SessionRow) -> Bool {
        let text = text.lowercasedASCII
        let claims = row.claims.flatMap { try? JSON.decode(JSONValue.self, from: $0.bytes).object } ?? [:]
        return row.user?.lowercasedASCII.contains(text) == true
            || claims.members.contains { claim in
                let value = claim.value.string ?? (try? RawJSON(encoding: claim.value).description) ?? ""
                return value.lowercasedASCII.contains(text)
            }
    }

    private func finds(request: String, _ record: MemoryRecord, _ own: OperatorRecord) -> Bool {
        record.journal.contains { $0.request == request } || own.incidents.contains { $0.request == request }
    }

    private static func finds(_ text: String, _ row: SessionRow) -> Bool {
        let text = text.utf8
        return row.id.utf8.starts(with: text) || row.id.utf8.reversed().starts(with: text.reversed())
            || row.user?.utf8.starts(with: text) ?? false
    }
}

extension FlowsQuery {
    fileprivate func matches(_ row: SessionRow) -> Bool {
        (session == nil || session == row.id) && (user == nil || user.isSameUser(as: row.user))
            && (idleSince.map { row.userActedAt <= $0 } ?? true)
    }

    fileprivate func matches(_ row: FlowRow) -> Bool {
        (flow == nil || flow == row.flow) && (screen == nil || screen == row.screen)
    }
}
