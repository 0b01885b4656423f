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
        /// Stored members that this build ignores, at most 1,000, with the number of sessions that have each.
        public private(set) var ignored: [StoredMember: Int] = [:]
        /// Members that this build has and stored values lack, at most 1,000, with the number of sessions. They get their
        /// defaults.
        public private(set) var defaulted: [StoredMember: Int] = [:]

        /// Whether this build can continue all sessions, and ignores nothing that they have stored.
        public var isClean: Bool { problems.isEmpty && stranded.isEmpty && failures == 0 && ignored.isEmpty }

        /// Members that a type lacks, if it also ignores some. It looks like a rename.
        public func replacements(of member: StoredMember) -> [StoredMember] {
            defaulted.keys.filter { $0.type == member.type }.sorted { $0.path < $1.path }
        }

        /// Counts a screen. An error may contain values of its session, so the number of reasons is limited.
        fileprivate mutating func add(_ screen: FailingScreen) {
            failures += 1
            guard failing.count < 20 || failing[screen] != nil else { return }
            failing[screen, default: 0] += 1
        }

        /// Counts a session with the notes of what was decoded for it.
        fileprivate mutating func add(_ notes: MemberNotes) {
            for member in notes.ignored { Self.count(member, &ignored) }
            for member in notes.defaulted { Self.count(member, &defaulted) }
        }

        private static func count(_ member: StoredMember, _ counts: inout [StoredMember: Int]) {
            guard counts.count < 1_000 || counts[member] != nil else { return }
            counts[member, default: 0] += 1
        }
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

    /// Reads all active sessions with this build, and makes and encodes their visible derived screens. Changes nothing.
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
                let notes = MemberNotes()
                do throws(IncompatibleFlow) {
                    let state = try SessionState(stored, blueprint, noting: notes)
                    for flow in state.tree.unstarted { _ = try blueprint.read(flow, noting: notes) }
                    for screen in await failingScreens(of: state) { report.add(screen) }
                } catch {
                    report.stranded[error, default: 0] += 1
                }
                report.add(notes)
            }
            cursor = page.next
        } while cursor != nil
        return report
    }

    private func failingScreens(of state: SessionState) async -> [FailingScreen] {
        var failing: [FailingScreen] = []
        for (screen, context) in derivedScreens(of: state) {
            do {
                _ = try await screen.json(in: context)
            } catch {
                let reason = String("\(error)".prefix(300))
                failing.append(
                    FailingScreen(flow: screen.flow.type.storedName, screen: screen.type.name, reason: reason)
                )
            }
        }
        return failing
    }

    /// The visible derived screens of a session, with the contexts in which they are made.
    func derivedScreens(of state: SessionState) -> [(DerivedScreen, ScreenContext)] {
        guard blueprint.derivesScreens else { return [] }
        // This transaction is never committed. It makes the contexts, as in a change.
        let transaction = self.transaction(.named("\(state.row.id)/check"), on: state, dependencies.makeSession())
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
