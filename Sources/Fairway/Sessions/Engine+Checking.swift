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
                    _ = try SessionState(stored, blueprint)
                } catch {
                    report.stranded[error, default: 0] += 1
                }
            }
            cursor = page.next
        } while cursor != nil
        return report
    }
}
