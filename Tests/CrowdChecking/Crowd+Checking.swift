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
    /// The screens of sub flows above the last step.
    var within: [SubFlowScreen] = []
    /// The one that the user was on last; nil if it was the step itself.
    var lastWithin: String?
    /// The steps with a refusal.
    var refused: Set<String> = []
    /// The seconds since the last change that the user made.
    var idle: Double

    struct SubFlowScreen {
        var flow: String
        var screen: String
        var isRefused = false
    }

    /// Where the run is counted as a whole.
    func end(idle seconds: Double) -> RunsQuery.Left {
        switch outcome {
        case .completed: .completed
        case .dismissed: .dismissed
        case .ended: .ended
        case .expired: .expired
        case nil: idle >= seconds ? .abandoned : .active
        }
    }

    /// Where the run is counted at a step, or at a screen of a sub flow above it.
    func end(at screen: String, within: String? = nil, idle: Double) -> RunsQuery.Left {
        let isFurther = outcome == .completed || path.last != screen || within.map { $0 != lastWithin } ?? false
        return isFurther ? .next : end(idle: idle)
    }

    /// Whether the run has shown a screen of a sub flow above a step.
    func shows(_ screen: String, above step: String) -> Bool {
        path.last == step && within.contains { $0.screen == screen }
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
        let now = members.filter { !$0.expires }.compactMap { Self.acts(of: $0).last?.0 }.max() ?? 0
        return members.enumerated().flatMap { index, member in
            let last = Self.lastAction(of: member)
            return member.bookings.flatMap { booking in
                Self.runs(of: booking, untilExpiry: lastAct + Self.idleSeconds + 1 - last).map { run in
                    var run = run
                    (run.member, run.device, run.idle) = (index, member.device, now - last)
                    return run
                }
            }
        }
    }

    /// The run of a booking, and those of its sub flows.
    private static func runs(of booking: Booking, untilExpiry: Double) -> [ScriptedRun] {
        func run(
            _ flow: String,
            _ visits: [(screen: String, seconds: Double)],
            _ outcome: SessionOutcome?
        ) -> ScriptedRun {
            var run = ScriptedRun(
                flow: flow,
                member: 0,
                device: Device(),
                path: visits.map(\.screen),
                stays: visits,
                outcome: outcome,
                idle: 0
            )
            if outcome == nil { run.stays.removeLast() }
            return run
        }
        let isExpired = booking.outcome == .expired
        var visits = booking.visits.map { (screen: screens[$0.screen], seconds: $0.seconds) }
        let last = visits.count - 1
        let enter = booking.login?.enter ?? 0
        let form = isExpired ? untilExpiry : booking.login?.form ?? 0
        // The user's last action is the arrival at the last step, or at the form above it.
        visits[last].seconds =
            isExpired ? enter + untilExpiry : visits[last].seconds + enter + form + (booking.card ?? 0)
        var main = run("CrowdBooking", visits, booking.outcome)
        var runs: [ScriptedRun] = []
        if let login = booking.login {
            let outcome = login.form == nil ? .dismissed : login.isPassed ? .completed : booking.outcome
            let seconds = login.form == nil ? enter : enter + form
            var entering = run("CrowdLogin", [("CrowdLogin.Enter", seconds)], outcome)
            main.within.append(ScriptedRun.SubFlowScreen(flow: "CrowdLogin", screen: "CrowdLogin.Enter"))
            if login.form != nil {
                let screen = "CrowdSignUp.Form"
                var signUp = run("CrowdSignUp", [(screen, form)], outcome)
                let within = ScriptedRun.SubFlowScreen(flow: "CrowdSignUp", screen: screen, isRefused: login.isRefused)
                main.within.append(within)
                entering.within.append(within)
                if login.isRefused {
                    main.refused = ["CrowdBooking.Summary"]
                    entering.refused = ["CrowdLogin.Enter"]
                    signUp.refused = [screen]
                }
                if !login.isPassed { (main.lastWithin, entering.lastWithin) = (screen, screen) }
                runs.append(signUp)
            }
            runs.append(entering)
        }
        if let card = booking.card {
            runs.append(run("CrowdPayment", [("CrowdPayment.Card", card)], booking.outcome))
            main.within.append(ScriptedRun.SubFlowScreen(flow: "CrowdPayment", screen: "CrowdPayment.Card"))
            main.lastWithin = "CrowdPayment.Card"
        }
        return [main] + runs
    }

    /// The idle seconds after which a run counts as abandoned.
    private static let abandonedAfter = 2_800.0

    /// Compares every list with the scripts.
    func check() async throws {
        let all = Dictionary(grouping: runs, by: \.flow)
        for (flow, runs) in all {
            for property in [nil, .app, .idiom, .locale] as [FunnelQuery.Property?] {
                for idle in property == nil ? [0, Self.abandonedAfter, 1e9] : [Self.abandonedAfter] {
                    let funnel = try await store.funnel(FunnelQuery(flow: flow, by: property, idleSince: moment(idle)))
                    let truth = Dictionary(grouping: runs) { $0.value(of: property) }
                    #expect(Set(funnel.groups.map(\.by)) == Set(truth.keys))
                    for group in funnel.groups { check(group, truth[group.by] ?? [], idle: idle) }
                }
            }
            try await checkSessions(behind: runs, of: flow)
            try await checkGraph(of: runs, flow)
        }
        // Both occur, also in sub flows.
        for flow in ["CrowdBooking", "CrowdLogin", "CrowdSignUp"] {
            let ends = Set((all[flow] ?? []).map { $0.end(idle: Self.abandonedAfter) })
            #expect(ends.isSuperset(of: [.abandoned, .active]), "\(flow)")
        }
        let active = members.count { member in
            guard let last = member.bookings.last else { return false }
            return [nil, .completed, .dismissed].contains(last.outcome)
        }
        let summary = try await store.summary()
        #expect(summary.activeSessions == active)
        #expect(summary.overSessions == Self.size - active)
        for flow in summary.flows where flow.flow != "CrowdLobby" {
            #expect(flow.active == all[flow.flow]?.count { $0.outcome == nil })
        }
        #expect(try await sessions(SessionsQuery(status: .active)).count == active)
        try await checkCounts()
        try await checkProblems()
    }

    private func check(_ group: Funnel.Group, _ runs: [ScriptedRun], idle: Double) {
        #expect(group.starts == runs.count)
        let ends: [RunsQuery.Left] = [.completed, .dismissed, .ended, .expired, .abandoned, .active]
        #expect(numbers(group.ends) == ends.map { left in runs.count { $0.end(idle: idle) == left } })
        #expect(Set(group.steps.map(\.screen)) == Set(runs.flatMap(\.path)))
        for step in group.steps {
            let seen = runs.filter { $0.path.contains(step.screen) }
            #expect(step.runs == seen.count)
            #expect(step.visits == seen.reduce(0) { $0 + $1.path.count { $0 == step.screen } })
            #expect(step.refused == seen.count { $0.refused.contains(step.screen) }, "\(step.screen)")
            let truth = Self.stepEnds.map { left in
                seen.count { $0.end(at: step.screen, idle: idle) == left }
            }
            #expect(numbers(step.ends) == truth, "\(step.screen)")
            check(step.within, above: step.screen, seen, idle: idle)
            let stays = seen.flatMap(\.stays).filter { $0.screen == step.screen }.map(\.seconds).sorted()
            guard !stays.isEmpty else { continue }
            for (found, percent) in [(step.medianSeconds, 50), (step.p90Seconds, 90)] {
                let seconds = stays[(stays.count * percent + 99) / 100 - 1]
                #expect(abs((found ?? 0) - seconds) <= seconds / 10, "\(step.screen), \(percent) %")
            }
        }
    }

    private static let stepEnds: [RunsQuery.Left] = [.next, .dismissed, .ended, .expired, .abandoned, .active]

    private func numbers(_ ends: Funnel.Ends) -> [Int] {
        [ends.completed, ends.dismissed, ends.ended, ends.expired, ends.abandoned, ends.active]
    }

    private func check(_ within: [Funnel.SubFlowCounts], above step: String, _ runs: [ScriptedRun], idle: Double) {
        let truth = Set(runs.filter { $0.path.last == step }.flatMap(\.within).map(\.screen))
        #expect(Set(within.map(\.screen)) == truth)
        for row in within {
            let seen = runs.filter { $0.shows(row.screen, above: step) }
            #expect(seen.allSatisfy { $0.within.contains { $0.screen == row.screen && $0.flow == row.flow } })
            #expect(row.runs == seen.count, "\(row.screen)")
            let refused = seen.count { $0.within.contains { $0.screen == row.screen && $0.isRefused } }
            #expect(row.refused == refused, "\(row.screen)")
            let ends = Self.stepEnds.map { left in
                seen.count { $0.end(at: step, within: row.screen, idle: idle) == left }
            }
            #expect(numbers(row.ends) == ends, "\(row.screen)")
        }
    }

    /// The time that lies so many seconds before now.
    private func moment(_ idle: Double) -> Date { now.addingTimeInterval(-idle) }

    /// The number of sessions in the list behind a number equals the number of members.
    private func checkSessions(behind runs: [ScriptedRun], of flow: String) async throws {
        let idle = Self.abandonedAfter
        func check(_ query: RunsQuery, _ isCounted: (ScriptedRun) -> Bool) async throws {
            var query = query
            query.idleSince = moment(idle)
            let truth = Set(runs.filter(isCounted).map(\.member))
            #expect(try await sessions(SessionsQuery(run: query)).count == truth.count, "\(query)")
        }
        for left in RunsQuery.Left.allCases where left != .next {
            try await check(RunsQuery(flow: flow, left: left)) { $0.end(idle: idle) == left }
            for app in ["1.0", "2.0", "3.0"] {
                try await check(RunsQuery(flow: flow, left: left, device: .init(.app, app))) {
                    $0.end(idle: idle) == left && $0.device.app == app
                }
            }
            try await check(RunsQuery(flow: flow, left: left, device: .init(.locale, nil))) {
                $0.end(idle: idle) == left && $0.device.locale == nil
            }
        }
        for screen in Set(runs.flatMap(\.path)) {
            for left in RunsQuery.Left.allCases {
                try await check(RunsQuery(flow: flow, step: screen, left: left)) { run in
                    run.path.contains(screen)
                        && (left == .completed ? run.outcome == .completed : run.end(at: screen, idle: idle) == left)
                }
            }
            for within in Set(runs.flatMap(\.within).map(\.screen)) {
                for left in [nil] + Self.stepEnds.map(Optional.some) {
                    try await check(RunsQuery(flow: flow, step: screen, within: .init(screen: within), left: left)) {
                        run in
                        run.shows(within, above: screen)
                            && (left.map { run.end(at: screen, within: within, idle: idle) == $0 } ?? true)
                    }
                }
            }
        }
    }

    private func checkGraph(of runs: [ScriptedRun], _ flow: String) async throws {
        let graph = try await store.graph(GraphQuery(flow: flow))
        let active = runs.filter { $0.outcome == nil }
        for screen in graph.screens {
            #expect(screen.visits == runs.reduce(0) { $0 + $1.path.count { $0 == screen.name } })
            let front = active.count { $0.path.last == screen.name && $0.lastWithin == nil }
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
