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
        /// Sessions with a visible derived screen that this build cannot make, counted by the screen and the reason.
        public var failing: [FailingScreen: Int] = [:]

        /// Whether this build can continue all sessions.
        public var isClean: Bool { problems.isEmpty && stranded.isEmpty && failing.isEmpty }
    }

    /// A derived screen whose closure threw an error.
    public struct FailingScreen: Hashable, Sendable {
        /// The flow that declares it.
        public let flow: String
        /// The screen's name.
        public let screen: String
        /// The error.
        public let reason: String
    }

    /// Reads all active sessions with this build, and makes their visible derived screens. Changes nothing.
    @concurrent public func check() async throws(StoreError) -> CheckReport {
        var report = CheckReport()
        report.problems = try await store.integrityProblems()
        var cursor: String?
        repeat {
            let page = try await store.sessions(SessionsQuery(status: .active, cursor: cursor, limit: 256))
            for row in page.rows {
                // Nil or over if it was deleted or has ended since the page was read.
                guard let stored = try await store.load(row.id), stored.session.status == .active else { continue }
                report.sessions += 1
                do throws(IncompatibleFlow) {
                    let state = try SessionState(stored, blueprint)
                    for flow in state.tree.unstarted { _ = try blueprint.read(flow) }
                    for failing in await failingScreens(of: state) { report.failing[failing, default: 0] += 1 }
                } catch {
                    report.stranded[error, default: 0] += 1
                }
            }
            cursor = page.next
        } while cursor != nil
        return report
    }

    private func failingScreens(of state: SessionState) async -> [FailingScreen] {
        var failing: [FailingScreen] = []
        for (screen, context) in derivedScreens(of: state) {
            do {
                _ = try await screen.make(in: context)
            } catch {
                failing.append(
                    FailingScreen(flow: screen.flow.type.storedName, screen: screen.type.name, reason: "\(error)")
                )
            }
        }
        return failing
    }

    /// The visible derived screens of a session, with the contexts in which they are made.
    func derivedScreens(of state: SessionState) -> [(DerivedScreen, ScreenContext)] {
        guard blueprint.derivesScreens else { return [] }
        return state.tree.visible.compactMap { entry in
            guard let screen = state.tree.derived(entry) else { return nil }
            let context = ScreenContext(
                session: state.row.id,
                device: state.row.device,
                now: clock.now,
                dependencies: dependencies.makeSession(),
                progress: state.tree.progress(of: entry.owner)
            )
            return (screen, context)
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
