public import Fairway
import FairwayWire

extension Operators {
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
        public private(set) var failing: [Engine.FailingScreen: Int] = [:]
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

        /// Counts what this build cannot read of a session.
        fileprivate mutating func add(_ check: Engine.SessionCheck) {
            if let flow = check.stranded { stranded[flow, default: 0] += 1 }
            for screen in check.failing { add(screen) }
            for work in check.unreadable { add(work.item, work.error) }
            add(check.notes)
        }

        /// Counts a screen. An error may contain values of its session, so the number of reasons is limited.
        fileprivate mutating func add(_ screen: Engine.FailingScreen) {
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
                report.add(await engine.check(stored, work: try await store.work(row.session.id)))
            }
            cursor = page.next
        } while cursor != nil
        try await checkJobs(&report)
        return report
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
                    try engine.check(job: work.item, noting: session)
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
}
