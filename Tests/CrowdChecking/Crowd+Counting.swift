import Fairway
import FairwayDoubles
import FairwayOperators
import Foundation
import Testing

/// Something that servers count, according to a script.
private struct ScriptedCount {
    var measure: ServerCount.Measure
    var at: Date
    /// The name of the build.
    var build: String
    var member: Int
}

extension Crowd {
    private static let measures: [ServerCount.Measure] = [.changes, .started, .ended, .completed, .refused, .failed]

    /// What servers count, without the starts that are refused.
    private var scriptedCounts: [ScriptedCount] {
        let expiring = members.filter(\.expires)
        let lastAct = expiring.compactMap { Self.acts(of: $0).last?.0 }.max() ?? 0
        let beginning = ManualClock().now
        let expiry = beginning.addingTimeInterval(lastAct + Self.idleSeconds + 1)
        let restarts = restarts
        return members.enumerated().flatMap { index, member in
            let first = member.expires ? beginning : expiry
            var counts: [ScriptedCount] = []
            func count(_ measure: ServerCount.Measure, after seconds: Double) {
                let build = 1 + (member.expires ? 0 : restarts.count { $0 <= seconds })
                let at = first.addingTimeInterval(seconds)
                counts.append(ScriptedCount(measure: measure, at: at, build: "\(build)", member: index))
            }
            count(.changes, after: 0)
            count(.started, after: 0)
            for (seconds, act) in Self.acts(of: member) {
                if act.isCommitted { count(.changes, after: seconds) }
                switch act {
                case .refused: count(.refused, after: seconds)
                case .failed: count(.failed, after: seconds)
                case .end: count(.ended, after: seconds)
                case .action("close"):
                    count(.ended, after: seconds)
                    count(.completed, after: seconds)
                case .action, .back: break
                }
            }
            if member.expires {
                for measure in [ServerCount.Measure.changes, .ended] {
                    counts.append(ScriptedCount(measure: measure, at: expiry, build: "1", member: index))
                }
            }
            return counts
        }
    }

    /// The starts that are refused, under the first build.
    private var refusedStarts: [ScriptedCount] {
        scriptedCounts.filter { $0.measure == .started && members[$0.member].isRefusedAtStart }.map { start in
            var refusal = start
            refusal.measure = .refused
            return refusal
        }
    }

    /// Compares the counts by hour and by build.
    func checkCounts() async throws {
        let truth = scriptedCounts + refusedStarts
        let stored = try await store.serverCounts(since: .distantPast)
        let builds = try await store.builds(BuildsQuery()).rows
        #expect(builds.map(\.build.name) == ["3", "2", "1"])
        for measure in Self.measures {
            let own = truth.filter { $0.measure == measure }
            #expect(!own.isEmpty)
            let found = stored.filter { $0.measure == measure }.map { ($0.hour, $0.count) }
            let hours = Dictionary(own.map { ($0.at.hour, 1) }, uniquingKeysWith: +)
            #expect(Dictionary(found, uniquingKeysWith: +) == hours, "\(measure)")
            for build in builds {
                let count = own.count { $0.build == build.build.name }
                #expect((build.counts[measure] ?? 0) == count, "\(measure) of \(build.build.name)")
            }
        }
    }

    /// Compares the problems, and the lists of their sessions.
    func checkProblems() async throws {
        let counts = scriptedCounts
        let truth: [(group: ProblemGroup, counts: [ScriptedCount], hasSessions: Bool)] = [
            (
                ProblemGroup(
                    kind: .refused,
                    flow: "CrowdSignUp",
                    screen: "CrowdSignUp.Form",
                    name: "submit",
                    code: "rejected"
                ), counts.filter { $0.measure == .refused }, true
            ),
            (
                ProblemGroup(
                    kind: .failed,
                    flow: "CrowdLobby",
                    screen: "CrowdLobby.Menu",
                    name: "fail",
                    code: "flow-failed",
                    cause: "No boat is left."
                ), counts.filter { $0.measure == .failed }, true
            ),
            (ProblemGroup(kind: .refused, flow: "CrowdBooking", code: "invalid-input"), refusedStarts, false),
        ]
        let problems = try await store.problems(ProblemsQuery()).rows
        #expect(Set(problems.map(\.group)) == Set(truth.map(\.group)))
        for (group, own, hasSessions) in truth {
            guard let problem = problems.first(where: { $0.group == group }) else { continue }
            #expect(problem.count == own.count, "\(group)")
            let sessions = hasSessions ? Set(own.map(\.member)).count : 0
            #expect(problem.sessions == sessions, "\(group)")
            #expect(try await store.count(SessionsQuery(problem: problem.id)) == sessions, "\(group)")
            #expect(problem.firstSeen.milliseconds == own.map(\.at.milliseconds).min())
            #expect(problem.lastSeen.milliseconds == own.map(\.at.milliseconds).max())
            #expect(problem.firstBuild == own.map(\.build).min())
            #expect(problem.lastBuild == own.map(\.build).max())
            let apps = Dictionary(own.map { (members[$0.member].device.app, 1) }, uniquingKeysWith: +)
            #expect(Dictionary(problem.apps.map { ($0.app, $0.count) }, uniquingKeysWith: +) == apps, "\(group)")
            let hours = Dictionary(own.map { ($0.at.hour, 1) }, uniquingKeysWith: +)
            #expect(Dictionary(problem.hours.map { ($0.hour, $0.count) }, uniquingKeysWith: +) == hours, "\(group)")
        }
    }
}
