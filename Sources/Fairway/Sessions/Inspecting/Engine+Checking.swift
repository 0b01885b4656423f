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

        /// Whether this build can continue all sessions.
        public var isClean: Bool { problems.isEmpty && stranded.isEmpty }
    }

    /// Reads all active sessions with this build. Changes nothing.
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
                } catch {
                    report.stranded[error, default: 0] += 1
                }
            }
            cursor = page.next
        } while cursor != nil
        return report
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
