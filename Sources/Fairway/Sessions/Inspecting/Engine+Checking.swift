import FairwayWire

extension Engine {
    /// The result of checking a store against this build of the app.
    public struct CheckReport: Hashable, Sendable {
        /// The number of active sessions that were read.
        public var sessions = 0
        /// Damage to the stored data.
        public var problems: [String] = []
        /// Sessions that this build cannot continue, counted by the unreadable flow and the reason.
        public var stranded: [IncompatibleFlow: Int] = [:]
        /// The number of visible derived screens that this build cannot make or encode.
        public var failures = 0
        /// The first screens and reasons among the ``failures``, at most 20, with the number of times that each was
        /// found.
        public private(set) var failing: [FailingScreen: Int] = [:]
        /// The number of timers and jobs whose event, job or result this build cannot decode.
        public var unreadable = 0
        /// The first of them, at most 20, with the number of times that each was found.
        public private(set) var unreadableWork: [UnreadableWork: Int] = [:]
        /// Stored members that this build ignores, at most 1,000, with the number of sessions that have each.
        public private(set) var ignored: [StoredMember: Int] = [:]
        /// Members that this build has and stored values lack, at most 1,000, with the number of sessions. They get their
        /// defaults.
        public private(set) var defaulted: [StoredMember: Int] = [:]

        /// Whether this build can continue all sessions and their work, and ignores nothing that they have stored.
        public var isClean: Bool {
            problems.isEmpty && stranded.isEmpty && failures == 0 && unreadable == 0 && ignored.isEmpty
        }

        /// Members that a type lacks, if it also ignores some. It looks like a rename.
        public func replacements(of member: StoredMember) -> [StoredMember] {
            defaulted.keys.filter { $0.type == member.type }.sorted { $0.path < $1.path }
        }

        /// Counts a screen. An error may contain values of its session, so the number of reasons is limited.
        fileprivate mutating func add(_ screen: FailingScreen) {
            failures += 1
            Self.count(screen, in: &failing, atMost: 20)
        }

        /// Counts a timer or a job that cannot be decoded.
        fileprivate mutating func add(_ item: WorkItem, _ error: any Error) {
            unreadable += 1
            let reason = String("\((error as? UnreadableJob)?.reason ?? "\(error)")".prefix(300))
            Self.count(
                UnreadableWork(kind: item.kind, name: item.name, reason: reason),
                in: &unreadableWork,
                atMost: 20
            )
        }

        /// Counts a session with the notes of what was decoded for it.
        fileprivate mutating func add(_ notes: MemberNotes) {
            for member in notes.ignored { Self.count(member, in: &ignored, atMost: 1_000) }
            for member in notes.defaulted { Self.count(member, in: &defaulted, atMost: 1_000) }
        }

        private static func count<Key>(_ key: Key, in counts: inout [Key: Int], atMost most: Int) {
            guard counts.count < most || counts[key] != nil else { return }
            counts[key, default: 0] += 1
        }
    }

    /// A timer or a job that this build cannot decode.
    public struct UnreadableWork: Hashable, Sendable {
        /// Timer or job.
        public let kind: WorkItem.Kind
        /// The name of the event or job.
        public let name: String
        /// The error, up to 300 characters of it.
        public let reason: String
    }

    /// A derived screen whose closure or encoding threw an error.
    public struct FailingScreen: Hashable, Sendable {
        /// The flow that declares it.
        public let flow: String
        /// The screen's name.
        public let screen: String
        /// The error, up to 300 characters of it.
        public let reason: String
    }

    /// Reads all active sessions and all pending work with this build, and makes and encodes the visible derived screens.
    /// Changes nothing.
    @concurrent public func check() async throws(StoreError) -> CheckReport {
        var report = CheckReport()
        report.problems = try await store.integrityProblems()
        var cursor: String?
        repeat {
            let page = try await store.sessions(SessionsQuery(status: .active, cursor: cursor, limit: 256))
            for row in page.rows {
                // Nil or over if it was deleted or has ended since the page was read.
                guard let stored = try await store.load(row.session.id), stored.session.status == .active else {
                    continue
                }
                report.sessions += 1
                try await check(stored, &report)
            }
            cursor = page.next
        } while cursor != nil
        try await checkJobs(&report)
        return report
    }

    private func check(_ stored: StoredSession, _ report: inout CheckReport) async throws(StoreError) {
        let notes = MemberNotes()
        let state: SessionState
        do throws(IncompatibleFlow) {
            state = try SessionState(stored, blueprint, noting: notes)
            for flow in state.tree.unstarted { _ = try blueprint.read(flow, noting: notes) }
        } catch {
            report.stranded[error, default: 0] += 1
            return report.add(notes)
        }
        for screen in await failingScreens(of: state) { report.add(screen) }
        try await checkDeliveries(to: state, noting: notes, &report)
        report.add(notes)
    }

    /// Decodes the events of a session's timers, and the results that wait for their delivery.
    private func checkDeliveries(
        to state: SessionState,
        noting notes: MemberNotes,
        _ report: inout CheckReport
    ) async throws(StoreError) {
        for work in try await store.work(state.row.id) where !work.progress.isCancelled {
            do {
                try state.tree.checkDelivery(of: work, noting: notes)
            } catch {
                report.add(work.item, error)
            }
        }
    }

    /// Decodes the jobs that have no result, also those that have outlived their session.
    private func checkJobs(_ report: inout CheckReport) async throws(StoreError) {
        // The jobs of a session may be on several pages, and the session counts once.
        var notes: [String: MemberNotes] = [:]
        var cursor: String?
        repeat {
            let page = try await store.work(WorkQuery(cursor: cursor, limit: 256))
            for work in page.rows
            where work.item.kind == .job && !work.progress.isCancelled && work.progress.result == nil {
                let session = notes[work.session] ?? MemberNotes()
                do throws(UnreadableJob) {
                    guard let performer = blueprint.performers[work.item.name] else {
                        throw UnreadableJob(reason: "this build has no performer for it")
                    }
                    _ = try performer.read(work.item, session)
                } catch {
                    report.add(work.item, error)
                }
                if !session.isEmpty { notes[work.session] = session }
            }
            cursor = page.next
            // Limits the memory. A session whose jobs are further apart counts again.
            if cursor == nil || notes.count > 10_000 {
                for session in notes.values { report.add(session) }
                notes = [:]
            }
        } while cursor != nil
    }

    private func failingScreens(of state: SessionState) async -> [FailingScreen] {
        var failing: [FailingScreen] = []
        for (screen, context) in derivedScreens(of: state) {
            do {
                _ = try await screen.json(in: context)
            } catch {
                let reason = String("\(error)".prefix(300))
                failing.append(
                    FailingScreen(flow: screen.flow.storedName, screen: screen.type.name, reason: reason)
                )
            }
        }
        return failing
    }

    /// The visible derived screens of a session, with the contexts in which they are made.
    func derivedScreens(of state: SessionState) -> [(DerivedScreen, ScreenContext)] {
        guard blueprint.derivesScreens else { return [] }
        // This transaction is never committed. It makes the contexts, as in a change.
        let transaction = app.transaction(.named("\(state.row.id)/check"), on: state, dependencies.makeSession())
        return state.tree.visible.compactMap { entry in
            state.tree.derived(entry).map { ($0, transaction.screenContext(of: entry.owner)) }
        }
    }
}

extension Tree {
    /// Flows of tabs that were never selected.
    fileprivate var unstarted: [UnstartedFlow] { layers.flatMap { $0.area.unstarted } }
}

extension Area {
    fileprivate var unstarted: [UnstartedFlow] {
        var own: [UnstartedFlow] = []
        if case .tabs(let tabs) = self { own = tabs.tabs.compactMap(\.unstarted) }
        return own + parts.flatMap(\.unstarted)
    }
}
