import FairwayWire

extension Engine {
    /// What a store holds that this build cannot go on with.
    public struct CheckReport: Hashable, Sendable {
        /// How many sessions that go on were read.
        public var sessions = 0
        /// What is wrong with the stored data as such.
        public var problems: [String] = []
        /// How many sessions would be stranded, by the flow that cannot be read and the reason.
        public var stranded: [IncompatibleFlow: Int] = [:]

        /// Whether this build can go on with everything.
        public var isClean: Bool { problems.isEmpty && stranded.isEmpty }
    }

    /// Reads every session that goes on with this build's code. Nothing is changed.
    @concurrent public func check() async throws(StoreError) -> CheckReport {
        var report = CheckReport()
        report.problems = try await store.integrityProblems()
        var cursor: String?
        repeat {
            let page = try await store.liveSessions(cursor: cursor, limit: 256)
            for stored in page.rows {
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
    /// The flows of tabs that have not been selected yet.
    fileprivate var unstarted: [UnstartedFlow] { layers.flatMap { $0.area.unstarted } }
}

extension Area {
    fileprivate var unstarted: [UnstartedFlow] {
        var own: [UnstartedFlow] = []
        if case .tabs(let tabs) = self { own = tabs.tabs.compactMap(\.unstarted) }
        return own + parts.flatMap(\.unstarted)
    }
}
