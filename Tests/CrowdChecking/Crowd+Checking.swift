import Fairway
import FairwayOperators
import Foundation
import Testing

/// A run that follows from a script.
private struct ScriptedRun {
    var flow: String
    var member: Int
    var device: Device
    /// The visits. The last stay of an active run is not over.
    var path: [String]
    var stays: [(screen: String, seconds: Double)]
    var outcome: SessionOutcome?

    /// Where the run is counted at a step.
    func end(at screen: String) -> RunsQuery.Left {
        switch outcome {
        case .completed: .next
        case _ where path.last != screen: .next
        case .dismissed: .dismissed
        case .ended: .ended
        case .expired: .expired
        case nil: .active
        }
    }

    func value(of property: FunnelQuery.Property?) -> String? {
        switch property {
        case nil: nil
        case .app: device.app
        case .idiom: device.idiom?.rawValue
        case .locale: device.locale
        }
    }
}

extension Crowd {
    private var runs: [ScriptedRun] {
        let expiring = members.filter(\.expires)
        let lastAct = expiring.compactMap { Self.acts(of: $0).last?.0 }.max() ?? 0
        return members.enumerated().flatMap { index, member in
            let idle = lastAct + Self.idleSeconds + 1 - (Self.acts(of: member).last?.0 ?? 0)
            return member.bookings.flatMap { booking in
                var run = ScriptedRun(
                    flow: "CrowdBooking",
                    member: index,
                    device: member.device,
                    path: booking.visits.map { Self.screens[$0.screen] },
                    stays: booking.visits.map { (Self.screens[$0.screen], $0.seconds) },
                    outcome: booking.outcome
                )
                let last = run.stays.count - 1
                run.stays[last].seconds =
                    booking.outcome == .expired ? idle : run.stays[last].seconds + (booking.card ?? 0)
                if booking.outcome == nil { run.stays.removeLast() }
                guard let card = booking.card else { return [run] }
                var payment = run
                (payment.flow, payment.path) = ("CrowdPayment", ["CrowdPayment.Card"])
                payment.stays = booking.outcome == nil ? [] : [("CrowdPayment.Card", card)]
                return [run, payment]
            }
        }
    }

    /// Compares every list with the scripts.
    func check() async throws {
        let all = Dictionary(grouping: runs, by: \.flow)
        for (flow, runs) in all {
            for property in [nil, .app, .idiom, .locale] as [FunnelQuery.Property?] {
                let funnel = try await store.funnel(FunnelQuery(flow: flow, by: property))
                let truth = Dictionary(grouping: runs) { $0.value(of: property) }
                #expect(Set(funnel.groups.map(\.by)) == Set(truth.keys))
                for group in funnel.groups { check(group, truth[group.by] ?? []) }
            }
            try await checkSessions(behind: runs, of: flow)
            try await checkGraph(of: runs, flow)
        }
        let active = members.count { member in
            guard let last = member.bookings.last else { return true }
            return [nil, .completed, .dismissed].contains(last.outcome)
        }
        let summary = try await store.summary()
        #expect(summary.activeSessions == active)
        #expect(summary.overSessions == Self.size - active)
        for flow in summary.flows where flow.flow != "CrowdLobby" {
            #expect(flow.active == all[flow.flow]?.count { $0.outcome == nil })
        }
        #expect(try await sessions(SessionsQuery(status: .active)).count == active)
    }

    private func check(_ group: Funnel.Group, _ runs: [ScriptedRun]) {
        #expect(group.starts == runs.count)
        let outcomes = [SessionOutcome.completed, .dismissed, .ended, .expired, nil]
        let ends = [
            group.ends.completed, group.ends.dismissed, group.ends.ended, group.ends.expired, group.ends.active,
        ]
        #expect(ends == outcomes.map { outcome in runs.count { $0.outcome == outcome } })
        #expect(Set(group.steps.map(\.screen)) == Set(runs.flatMap(\.path)))
        for step in group.steps {
            let seen = runs.filter { $0.path.contains(step.screen) }
            #expect(step.runs == seen.count)
            #expect(step.visits == seen.reduce(0) { $0 + $1.path.count { $0 == step.screen } })
            let ends = [step.ends.completed, step.ends.dismissed, step.ends.ended, step.ends.expired, step.ends.active]
            let truth = [RunsQuery.Left.next, .dismissed, .ended, .expired, .active].map { left in
                seen.count { $0.end(at: step.screen) == left }
            }
            #expect(ends == truth, "\(step.screen)")
            let stays = seen.flatMap(\.stays).filter { $0.screen == step.screen }.map(\.seconds).sorted()
            guard !stays.isEmpty else { continue }
            for (found, percent) in [(step.medianSeconds, 50), (step.p90Seconds, 90)] {
                let seconds = stays[(stays.count * percent + 99) / 100 - 1]
                #expect(abs((found ?? 0) - seconds) <= seconds / 10, "\(step.screen), \(percent) %")
            }
        }
    }

    private func checkSessions(behind runs: [ScriptedRun], of flow: String) async throws {
        for screen in Set(runs.flatMap(\.path)) {
            for left in RunsQuery.Left.allCases {
                let truth = runs.filter { run in
                    run.path.contains(screen)
                        && (left == .completed ? run.outcome == .completed : run.end(at: screen) == left)
                }
                let query = SessionsQuery(run: RunsQuery(flow: flow, step: screen, left: left))
                #expect(try await sessions(query).count == Set(truth.map(\.member)).count, "\(screen), \(left)")
            }
        }
    }

    private func checkGraph(of runs: [ScriptedRun], _ flow: String) async throws {
        let graph = try await store.graph(GraphQuery(flow: flow))
        let active = runs.filter { $0.outcome == nil }
        let paying = Set(self.runs.filter { $0.flow == "CrowdPayment" && $0.outcome == nil }.map(\.member))
        for screen in graph.screens {
            #expect(screen.visits == runs.reduce(0) { $0 + $1.path.count { $0 == screen.name } })
            let front = active.count { run in
                run.path.last == screen.name && (flow == "CrowdPayment" || !paying.contains(run.member))
            }
            #expect(screen.front == front, "\(screen.name)")
        }
        let moves = runs.flatMap { run in
            let stops = [nil] + run.path.map(Optional.some) + (run.outcome == nil ? [] : [nil])
            return zip(stops, stops.dropFirst()).map { "\($0 ?? "") → \($1 ?? "")" }
        }
        let truth = Dictionary(moves.map { ($0, 1) }, uniquingKeysWith: +)
        let found = graph.edges.map { ("\($0.from ?? "") → \($0.to ?? "")", $0.count) }
        #expect(Dictionary(found, uniquingKeysWith: +) == truth)
    }

    /// The sessions of all pages.
    private func sessions(_ query: SessionsQuery) async throws -> [String] {
        var query = query
        query.limit = Self.size / 10
        var sessions: [String] = []
        repeat {
            let page = try await store.sessions(query)
            sessions += page.rows.map(\.session.id)
            query.cursor = page.next
        } while query.cursor != nil
        return sessions
    }
}
