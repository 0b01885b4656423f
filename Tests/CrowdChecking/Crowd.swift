public import Fairway
import FairwayDoubles
public import FairwayOperators
import FairwayWire
import Foundation
import Testing

/// Sessions that follow scripts. The lists and funnels of a store must equal the scripts.
///
/// Every kind of script occurs at every pace. A long run has so many sessions that indexes have several levels.
public struct Crowd: Sendable {
    static let size = Trials.choose(400, long: 5_000)
    static let idleSeconds = 86_400.0
    static let screens = ["CrowdBooking.Dates", "CrowdBooking.Cabins", "CrowdBooking.Summary"]

    private let servers: CrowdServers
    private let clock: ManualClock
    var store: any OperatorStore { servers.store }
    var now: Date { clock.now }
    let members: [Member]

    /// The visits of a booking, each with its screen and seconds. `card` is the time on the card's screen that follows.
    struct Booking: Sendable {
        var visits: [(screen: Int, seconds: Double)]
        /// Nil if the summary is shown without a login over it.
        var login: Login?
        var card: Double?
        /// Nil for a booking that stays active.
        var outcome: SessionOutcome?
    }

    /// The login over the summary.
    struct Login: Sendable {
        /// The seconds on the first screen.
        var enter: Double
        /// The seconds on the form of the sign-up, which the first screen starts. Nil if the user leaves the login.
        var form: Double?
        var isRefused = false
        /// Whether the user completes the form. If not, the booking ends there.
        var isPassed = false
    }

    /// A session.
    struct Member: Sendable {
        /// None if the session completes at once.
        var bookings: [Booking]
        var device: Device
        /// Whether a start with an invalid input is refused first.
        var isRefusedAtStart = false
        /// Whether the first action fails.
        var fails = false
        /// Whether the session expires before the others start.
        var expires: Bool { bookings.last?.outcome == .expired }
    }

    /// Plays the scripts on a store in memory, and compares its lists with them before and after the journal was deleted.
    public static func check(on store: MemoryStore) async throws {
        try await check(nodes: 1, keepingOpen: true) { store }
    }

    /// Plays the scripts on nodes that are restarted twice, each time with another build, and compares the lists with them.
    ///
    /// - Parameter open: Opens the store of a node.
    public static func check(
        nodes: Int,
        keepingOpen keepsOpen: Bool = false,
        _ open: @escaping @Sendable () throws -> any OperatorStore
    ) async throws {
        let clock = ManualClock()
        let servers = CrowdServers(nodes, clock, keepsOpen: keepsOpen, open)
        try await servers.restart()
        let crowd = Crowd(servers: servers, clock: clock, members: (0..<Self.size).map(Self.member))
        try await crowd.play()
        try await crowd.check()
        #expect(try await crowd.store.delete(.journal(uncounted: false), before: .distantFuture, limit: .max) > 0)
        try await crowd.check()
        await servers.close()
    }

    private static func member(_ index: Int) -> Member {
        let pace = Double(1 + index / 24 % 10)
        func booking(_ path: [Int], login: Login? = nil, card: Double? = nil, _ outcome: SessionOutcome?) -> Booking {
            Booking(
                visits: path.enumerated().map { ($1, Double(10 + $0 * 7 + $1 * 25) * pace) },
                login: login.map { login in
                    Login(
                        enter: login.enter * pace,
                        form: login.form.map { $0 * pace },
                        isRefused: login.isRefused,
                        isPassed: login.isPassed
                    )
                },
                card: card.map { $0 * pace },
                outcome: outcome
            )
        }
        let bookings: [Booking] =
            switch index % 24 {
            case 0...3: [booking([0, 1, 2], card: 40, .completed)]
            case 4: [booking([0, 1, 0, 1, 2], card: 90, .completed)]
            case 5: [booking([0, 1, 2, 1, 2], card: 15, .completed)]
            case 6, 7: [booking([0], .dismissed)]
            case 8: [booking([0, 1, 0], .dismissed)]
            case 9: [booking([0, 1], .dismissed), booking([0, 1, 2], card: 20, .completed)]
            case 10: [booking([0, 1, 2], .dismissed), booking([0, 1], nil)]
            case 11: [booking([0, 1, 2], card: 60, .ended)]
            case 12: [booking([0, 1], .ended)]
            case 13: [booking([0, 1, 2, 1], .expired)]
            case 14: [booking([0], .expired)]
            case 15: [booking([0, 1, 2], card: 30, nil)]
            case 16: [booking([0, 1], nil)]
            case 17: [booking([0, 1, 2, 1, 0], nil)]
            case 18: [booking([0], .ended)]
            case 19:
                [
                    booking(
                        [0, 1, 2],
                        login: Login(enter: 4, form: 30, isRefused: true, isPassed: true),
                        card: 9,
                        .completed
                    )
                ]
            case 20: [booking([0, 1, 2], login: Login(enter: 4, form: 30), nil)]
            case 21: [booking([0, 1, 2], login: Login(enter: 4, form: 30, isRefused: true), .expired)]
            case 22: [booking([0, 1, 2], login: Login(enter: 12), .dismissed)]
            default: []
            }
        let device = Device(
            idiom: [.phone, .pad, .web][index / 3 % 3],
            locale: [nil, "de", "en-GB"][index / 7 % 3],
            app: ["1.0", "2.0"][index / 11 % 2]
        )
        return Member(
            bookings: bookings,
            device: device,
            isRefusedAtStart: index % 7 == 3,
            fails: index % 5 == 2 && !bookings.isEmpty
        )
    }
}

extension Crowd {
    enum Act: Sendable {
        case action(String), back, refused, failed, end

        var isCommitted: Bool {
            switch self {
            case .refused, .failed: false
            case .action, .back, .end: true
            }
        }
    }

    /// Plays all scripts, those that expire first.
    func play() async throws {
        try await play(members.filter(\.expires), restartingAt: [])
        clock.advance(by: Self.idleSeconds + 1)
        var retention = Retention()
        retention.idleSeconds = Self.idleSeconds
        let sweeper = Sweeper(servers.node(0), retention)
        #expect(try await sweeper.sweep().expired == members.count(where: \.expires))
        try await play(members.filter { !$0.expires }, restartingAt: restarts)
        while try await store.foldJournal(limit: 1_000) > 0 {}
    }

    private func play(_ members: [Member], restartingAt restarts: [Double]) async throws {
        let sessions = try await concurrently(Array(members.enumerated())) { index, member in
            let engine = servers.node(index).engine
            if member.isRefusedAtStart {
                let input = try RawJSON(encoding: ["berth": 1])
                let start = StartRequest(flow: "CrowdBooking", input: input, device: member.device)
                #expect(await engine.start(start).code == .invalidInput)
            }
            let flow = member.bookings.isEmpty ? "CrowdVisit" : nil
            let answer = await engine.start(StartRequest(flow: flow, device: member.device))
            let state = try JSON.decode(StateDocument.self, from: answer.body)
            return (id: state.session, token: try #require(state.token))
        }
        var schedule: [Double: [(member: Int, act: Act)]] = [:]
        for (index, member) in members.enumerated() {
            for (time, act) in Self.acts(of: member) { schedule[time, default: []].append((index, act)) }
        }
        var now = 0.0
        for (time, acts) in schedule.sorted(by: { $0.key < $1.key }) {
            clock.advance(by: time - now)
            now = time
            if restarts.contains(time) { try await servers.restart() }
            _ = try await concurrently(acts) { member, act in
                let (session, token) = sessions[member]
                let (change, caller): (Change, Caller) =
                    switch act {
                    case .action(let name):
                        (.action(name: name, params: nil, screen: nil, draft: nil), Caller(.token(token)))
                    case .back: (.back(screen: nil, to: nil, draft: nil), Caller(.token(token)))
                    case .refused:
                        (.action(name: "submit", params: nil, screen: nil, draft: nil), Caller(.token(token)))
                    case .failed: (.action(name: "fail", params: nil, screen: nil, draft: nil), Caller(.token(token)))
                    case .end: (.end(.ended), Caller(.app))
                    }
                // Each act reaches another node than the one before.
                let engine = servers.node(member + Int(time)).engine
                let answer = await engine.perform(change, on: session, by: caller)
                switch act {
                case .refused: #expect(answer.code == .rejected)
                case .failed: #expect(answer.code == .flowFailed)
                case .action, .back, .end: #expect(answer.code == nil)
                }
            }
        }
        await servers.flush()
    }

    /// The times of the second part's restarts, since its beginning.
    var restarts: [Double] {
        let times = Set(members.filter { !$0.expires }.flatMap { Self.acts(of: $0).map(\.0) }).sorted()
        return [times[times.count / 3], times[times.count * 2 / 3]]
    }

    /// The acts of a member, with the seconds since the session's start. No two acts are at the same time.
    static func acts(of member: Member) -> [(Double, Act)] {
        var acts: [(Double, Act)] = member.fails ? [(0.5, .failed)] : []
        if member.bookings.isEmpty { acts.append((1, .action("close"))) }
        var now = 0.0
        for booking in member.bookings {
            now += 1
            acts.append((now, .action("book")))
            for (visit, next) in zip(booking.visits, booking.visits.dropFirst()) {
                now += visit.seconds
                let forward = next.screen == 2 && booking.login != nil ? "summarize" : "next"
                acts.append((now, next.screen < visit.screen ? .back : .action(forward)))
            }
            guard let last = booking.visits.last else { continue }
            if let login = booking.login {
                now += login.enter
                acts.append((now, .action(login.form == nil ? "leave" : "next")))
                if let form = login.form {
                    if login.isRefused { acts.append((now + form / 2, .refused)) }
                    now += form
                    guard login.isPassed else { continue }
                    acts.append((now, .action("next")))
                }
            }
            if let card = booking.card {
                acts.append((now + last.seconds, .action("next")))
                now += last.seconds + card
            } else {
                now += last.seconds
            }
            switch booking.outcome {
            case .completed: acts.append((now, .action("next")))
            case .dismissed: acts.append((now, .action("leave")))
            case .ended: acts.append((now, .end))
            case .expired, nil: break
            }
        }
        return acts
    }

    /// The seconds from the session's start to the last change that the user made.
    static func lastAction(of member: Member) -> Double {
        acts(of: member).last { $0.1.isCommitted }?.0 ?? 0
    }

    private func concurrently<Element: Sendable, Result: Sendable>(
        _ elements: [Element],
        _ body: @escaping @Sendable (Element) async throws -> Result
    ) async throws -> [Result] {
        var results: [Result] = []
        for start in stride(from: 0, to: elements.count, by: 64) {
            results += try await withThrowingTaskGroup(of: (Int, Result).self) { group in
                for index in start..<min(start + 64, elements.count) {
                    group.addTask { (index, try await body(elements[index])) }
                }
                return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
            }
        }
        return results
    }
}
