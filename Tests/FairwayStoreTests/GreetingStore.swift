import Fairway
import FairwayWire
import Foundation

/// What the author of a store writes: sessions in a dictionary, with the public declarations of `Fairway` alone.
actor GreetingStore: Store {
    private var sessions: [String: Content] = [:]
    private var handoffs: [[UInt8]: StoredHandoff] = [:]
    private var creations: [[UInt8]: StoredCreation] = [:]
    /// The codes of links, and the ids of sessions and of work, oldest first.
    private var (links, order, workOrder): ([[UInt8]], [String], [String]) = ([], [], [])

    fileprivate struct Content {
        var stored: StoredSession
        var journal: [JournalEntry] = []
        var replies: [String: StoredReply] = [:]
        var work: [StoredWork] = []
    }

    func load(_ session: String) -> StoredSession? { sessions[session]?.stored }
    func access(_ session: String) -> SessionAccess? { sessions[session]?.stored.session.access }
    func reply(_ session: String, key: String) -> StoredReply? { sessions[session]?.replies[key] }
    func handoff(_ code: [UInt8]) -> StoredHandoff? { handoffs[code] }
    func creation(_ key: [UInt8]) -> StoredCreation? { creations[key] }

    func commit(_ commit: consuming Commit) throws(StoreError) -> CommitOutcome {
        try commit.checkParts()
        if let new = commit.creation, let old = creations[new.key] { return .created(old) }
        if let code = commit.handoff, handoffs[code] == nil { return .conflict }
        let id = commit.session
        if let content = sessions[id] {
            if let key = commit.reply?.key, let old = content.replies[key] { return .answered(old) }
            guard content.stored.session.revision == commit.expectedRevision,
                commit.expectedDraftEdits ?? content.stored.draftEdits == content.stored.draftEdits
            else { return .conflict }
        } else {
            guard commit.expectedRevision == nil, commit.row != nil || commit.creation != nil else { return .conflict }
            sessions[id] = commit.row.map { Content(stored: StoredSession(session: $0, flows: [], drafts: [:])) }
            order += commit.row == nil ? [] : [id]
        }
        sessions[id]?.apply(commit)
        workOrder += commit.work.compactMap { if case .add(let item) = $0 { id + item.id } else { nil } }
        if let code = commit.handoff { handoffs[code] = nil }
        if let creation = commit.creation { creations[creation.key] = creation }
        for link in commit.links {
            handoffs[link.code] = StoredHandoff(session: id, expiresAt: link.expiresAt, isLink: true)
            links.append(link.code)
        }
        for code in links.filter({ handoffs[$0]?.session == id }).dropLast(StoredLink.mostPerSession) {
            handoffs[code] = nil
        }
        return .committed
    }

    func setDraft(_ draft: RawJSON?, _ session: String, screen: String) -> Int {
        sessions[session]?.stored.drafts[screen] = draft
        sessions[session]?.stored.draftEdits += 1
        return sessions[session]?.stored.draftEdits ?? 0
    }

    func journal(_ session: String, after revision: Int, limit: Int) -> [JournalEntry] {
        Array((sessions[session]?.journal ?? []).filter { $0.revision > revision }.prefix(limit))
    }

    func addHandoff(_ code: [UInt8], session: String, expiresAt: Date) {
        guard sessions[session] != nil else { return }
        handoffs[code] = StoredHandoff(session: session, expiresAt: expiresAt)
    }

    func userSessions(_ query: UserSessionsQuery) throws(StoreError) -> Page<UserSessionRow> {
        let own = order.compactMap { sessions[$0]?.stored.session }.filter { row in
            row.user?.utf8.elementsEqual(query.user.utf8) == true && query.status ?? row.status == row.status
        }
        let page = try Self.page(own.reversed(), query.cursor, query.limit)
        return Page(rows: page.rows.map { UserSessionRow($0) }, next: page.next)
    }

    // MARK: Timers and jobs

    func work(_ session: String) -> [StoredWork] {
        let work = sessions[session]?.workWithFlows ?? []
        return work.sorted { ($0.item.due, place(of: $0)) < ($1.item.due, place(of: $1)) }
    }

    func work(_ session: String, id: String) -> StoredWork? { work(session).first { $0.item.id == id } }

    func nextWork(in queues: [WorkQueue]) -> Date? {
        sessions.values.flatMap(\.work).filter { queues.contains($0.item.queue) }.compactMap(\.progress.next).min()
    }

    func lease(_ lease: WorkLease) -> [StoredWork] {
        lease.slots.flatMap { queue, slots in
            let due = sessions.values.flatMap(\.workWithFlows).filter { work in
                work.item.queue == queue && work.progress.next.map { $0 <= lease.now } ?? false
            }
            let first = due.sorted {
                ($0.progress.next ?? .now, place(of: $0)) < ($1.progress.next ?? .now, place(of: $1))
            }
            return first.prefix(slots.count).map { work in
                var work = work
                (work.progress.next, work.progress.holder) = (slots.until, lease.holder)
                work.progress.attempts += 1
                sessions[work.session]?.update(work.item.id) { $0 = work.progress }
                return work
            }
        }
    }

    func setProgress(_ progress: WorkProgress, of id: String, _ session: String, heldBy holder: String?) -> Bool {
        guard let old = sessions[session]?.work.first(where: { $0.item.id == id })?.progress, old.holder == holder
        else {
            return false
        }
        sessions[session]?.update(id) {
            $0 = progress; $0.isCancelled = old.isCancelled
        }
        return true
    }

    private func place(of work: StoredWork) -> Int { workOrder.firstIndex(of: work.session + work.item.id) ?? 0 }

    // MARK: Sweeping

    func newestTime() -> Date? { sessions.values.map { $0.journal.last?.at ?? $0.stored.session.touchedAt }.max() }

    func idleSessions(since: Date, cursor: String?, limit: Int) throws(StoreError) -> Page<String> {
        let start = (cursor ?? "\(Int.min)/-1").split(separator: "/").compactMap { Int($0) }
        guard start.count == 2 else { throw StoreError(.invalidCursor, "There is no such page.") }
        let idle = order.enumerated().compactMap { place, id -> (hour: Int, place: Int, id: String)? in
            guard let row = sessions[id]?.stored.session, row.status == .active, row.touchedAt <= since else {
                return nil
            }
            return (Int((row.touchedAt.timeIntervalSince1970 / 3_600).rounded(.down)), place, id)
        }
        let rest = idle.sorted { ($0.hour, $0.place) < ($1.hour, $1.place) }
            .filter { ($0.hour, $0.place) > (start[0], start[1]) }
        let page = rest.prefix(limit)
        return Page(rows: page.map(\.id), next: rest.count > limit ? page.last.map { "\($0.hour)/\($0.place)" } : nil)
    }

    func delete(_ rows: SweptRows, before date: Date, limit: Int) -> Int {
        switch rows {
        case .sessions: return deleteSessions(before: date, limit) { _ in true }
        case .sessionsOf(let flows): return deleteSessions(before: date, limit, flows.contains)
        case .sessionsExcept(let flows): return deleteSessions(before: date, limit) { !flows.contains($0) }
        case .journal:
            return deleteFirst(limit) { content, left in
                let old = content.journal.prefix { $0.at < date }.prefix(left)
                content.journal.removeFirst(old.count)
                return old.count
            }
        case .replies:
            return deleteFirst(limit) { content, left in
                let old = content.replies.values.filter { $0.at < date }.prefix(left)
                for reply in old { content.replies[reply.key] = nil }
                return old.count
            }
        case .expired:
            let oldCreations = creations.filter { $0.value.expiresAt <= date }.keys.prefix(limit)
            for key in oldCreations { creations[key] = nil }
            let oldCodes = handoffs.filter { $0.value.expiresAt <= date }.keys.prefix(limit - oldCreations.count)
            for code in oldCodes { handoffs[code] = nil }
            return oldCreations.count + oldCodes.count
        }
    }

    private func deleteSessions(before date: Date, _ limit: Int, _ isSelected: (String) -> Bool) -> Int {
        let over = sessions.values.map(\.stored.session).filter { row in
            row.status == .over && row.touchedAt <= date && isSelected(row.rootFlow)
        }
        let gone = Set(over.prefix(limit).map(\.id))
        sessions = sessions.filter { !gone.contains($0.key) }
        handoffs = handoffs.filter { !gone.contains($0.value.session) }
        return gone.count
    }

    private func deleteFirst(_ limit: Int, _ delete: (inout Content, Int) -> Int) -> Int {
        var left = limit
        for id in order {
            guard var content = sessions[id] else { continue }
            left -= delete(&content, left)
            sessions[id] = content
        }
        return limit - left
    }

    private static func page<Row: Sendable>(
        _ rows: [Row],
        _ cursor: String?,
        _ limit: Int
    ) throws(StoreError) -> Page<Row> {
        // Counted from the end, so that new rows at the beginning move none.
        guard let left = cursor.map({ Int($0) }) ?? rows.count else {
            throw StoreError(.invalidCursor, "There is no such page.")
        }
        let page = rows.suffix(left).prefix(limit)
        return Page(rows: Array(page), next: left > limit ? "\(left - page.count)" : nil)
    }

    // MARK: Operation

    nonisolated var sharing: (any SharedStore)? { nil }
    nonisolated var writeStatistics: WriteStatistics? { nil }
    nonisolated var warnings: [StoreWarning] { [] }
    func probe() {}
    func close() {}
}

extension GreetingStore.Content {
    /// The work with the names of its flows and its user.
    var workWithFlows: [StoredWork] {
        work.map { work in
            var work = work
            work.flow = stored.flows.first { "f\($0.node)" == work.item.node }?.flow
            work.user = stored.session.user
            return work
        }
    }

    mutating func update(_ id: String, _ change: (inout WorkProgress) -> Void) {
        for index in work.indices where work[index].item.id == id { change(&work[index].progress) }
    }

    mutating func apply(_ commit: Commit) {
        if let row = commit.row { stored.session = row }
        let written = Set(commit.flows.map(\.node) + commit.removedFlows)
        stored.flows = (stored.flows.filter { !written.contains($0.node) } + commit.flows).sorted { $0.node < $1.node }
        for (screen, draft) in commit.drafts { stored.drafts[screen] = draft }
        if let entry = commit.journal { journal.append(entry) }
        if let reply = commit.reply { replies[reply.key] = reply }
        for change in commit.work { apply(change) }
        let gone = Set(commit.removedFlows.map { "f\($0)" })
        cancel { gone.contains($0.node) && !$0.outlivesFlow }
    }

    private mutating func apply(_ change: WorkChange) {
        switch change {
        case .add(let item): work.append(StoredWork(session: stored.session.id, item: item))
        case .cancel(let node, let label): cancel { $0.node == node && $0.label == label }
        case .finish(let id): work.removeAll { $0.item.id == id }
        case .giveUp(let id, let error):
            update(id) { progress in
                let (attempts, isCancelled) = (progress.attempts, progress.isCancelled)
                progress = WorkProgress(next: nil, attempts: attempts, error: error, isCancelled: isCancelled)
            }
        // This store has no signals.
        case .hold: break
        }
    }

    /// Removes work, or marks it if a worker may be performing it.
    private mutating func cancel(_ isUnwanted: (WorkItem) -> Bool) {
        work.removeAll { isUnwanted($0.item) && ($0.item.kind == .timer || $0.progress.holder == nil) }
        for index in work.indices where isUnwanted(work[index].item) {
            work[index].item.label = nil
            work[index].progress.isCancelled = true
        }
    }
}
