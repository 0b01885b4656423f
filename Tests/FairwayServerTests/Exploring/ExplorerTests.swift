import Fairway
import FairwayWire
import Foundation
import Synchronization
import Testing

@testable import FairwayServer

/// What is wrong with an app is found by walking through it, and told with the shortest way to it that was gone.
struct ExplorerTests {
    private static let patient = App(initial: Patient()) {
        Performer(Search.self) { job, attempt in "found" }
    }

    @Test func whatAHandlerThrowsIsFoundWithTheWayThere() async throws {
        let findings = try await explore(App(initial: Shop())).findings
        let broken = Exploration.Fault.failed(.flowFailed, "Broken()")
        #expect(
            findings == [
                Exploration.Finding(
                    fault: broken,
                    step: "Shop.List.choose",
                    walk: ["start Shop", #"Shop.List.choose {"item":"lamp"}"#]
                )
            ]
        )
    }

    @Test func anActionThatNoFlowTakesIsFound() async throws {
        let findings = try await explore(App(initial: Deaf()) { Flow(Elsewhere()) }).findings
        #expect(findings.map(\.fault) == [.unhandled])
        #expect(findings.first?.walk == ["start Deaf", "Deaf.Page.tap"])
    }

    @Test func oneThatTheFlowsParentTakesIsNone() async throws {
        let exploration = try await explore(App(initial: Parent()) { Flow(Child()) })
        #expect(exploration.findings.isEmpty)
        #expect(exploration.untried.isEmpty)
    }

    @Test func aFlowThatForgetsIsFound() async throws {
        let findings = try await explore(App(initial: Forgetful())).findings
        #expect(findings.map(\.fault) == [.changed])
        #expect(findings.first?.walk == ["start Forgetful", "Forgetful.Page.tap"])
    }

    @Test func oneThatCannotReadWhatItHasWrittenIsFoundAtItsStart() async throws {
        let findings = try await explore(App(initial: Illiterate())).findings
        #expect(findings.map(\.fault) == [.unreadable("Illiterate: Broken()")])
        #expect(findings.first?.walk == ["start Illiterate"])
    }

    @Test func whatFailsAtItsStartIsToldOnceAndTheOthersGoOn() async throws {
        let exploration = try await explore(App(initial: Stillborn()) { Flow(Shop()) })
        #expect(exploration.findings.map(\.step) == ["start Stillborn", "Shop.List.choose"])
    }

    @Test func bothSidesOfASwitchAreTried() async throws {
        #expect(try await explore(App(initial: Switchboard())).unreached.isEmpty)
    }

    @Test func parametersAreFoundThatFitTogether() async throws {
        let exploration = try await explore(App(initial: Crossing()))
        #expect(exploration.unreached.isEmpty)
        #expect(exploration.findings.isEmpty)
    }

    @Test func timePassesAndJobsFail() async throws {
        let exploration = try await explore(Self.patient)
        #expect(exploration.reached == ["Patient.Page", "Patient.Late", "Patient.Failed"])
        #expect(exploration.waiting == ["Patient.Late", "Patient.Failed"])
    }

    @Test func jobsAreDoneWhereThatIsAskedFor() async throws {
        let exploration = try await explore(Self.patient, doingJobs: true)
        #expect(exploration.reached.contains("Patient.Found"))
        #expect(exploration.findings.isEmpty)
    }

    @Test func aFlowThatFailsToHearOfItsJobIsFound() async throws {
        let app = App(initial: Patient(isDeaf: true)) { Performer(Search.self) { job, attempt in "found" } }
        let findings = try await explore(app, doingJobs: true).findings
        #expect(findings.map(\.fault) == [.unheard("flow-failed: Broken()")])
        #expect(findings.first?.walk == ["start Patient", "jobs are done"])
    }

    @Test func aJobThatFailsAtFirstIsDoneAtItsNextAttempt() async throws {
        let app = App(initial: Hopeful()) {
            Performer(Search.self) { job, attempt in
                guard attempt.number > 1 else { throw Broken() }
                return "found"
            }
        }
        let exploration = try await explore(app, doingJobs: true)
        #expect(exploration.reached == ["Patient.Page", "Patient.Found"])
        #expect(exploration.findings.isEmpty)
    }

    @Test func aTimerThatFailsKeepsNoLaterOneFromComing() async throws {
        let exploration = try await explore(App(initial: Alarms()))
        #expect(exploration.findings.map(\.step) == ["time for Alarms.Early"])
        #expect(exploration.reached == ["Patient.Page", "Patient.Late"])
    }

    @Test func norDoesOneThatTakesTooLongNorIsItTriedAgain() async throws {
        let heard = Heard()
        let exploration = try await explore(App(initial: Alarms(waits: true)), heard)
        #expect(exploration.findings.map(\.step) == ["time for Alarms.Early"])
        #expect(exploration.reached == ["Patient.Page", "Patient.Late"])
        #expect(heard.steps.count { $0 == "  time for Alarms.Early" } == 1)
    }

    @Test func aTimerThatIsRefusedIsFound() async throws {
        let findings = try await explore(App(initial: Alarms(refuses: true))).findings
        #expect(findings.map(\.fault) == [.unheard("rejected")])
    }

    @Test func oneThatTakesTooLongWhileJobsAreDoneIsFoundAndNotTheJob() async throws {
        let app = App(initial: Sleeper()) { Performer(Search.self) { job, attempt in "found" } }
        let findings = try await explore(app, doingJobs: true).findings
        #expect(findings.map(\.step) == ["time for Sleeper.Nap"])
        #expect(findings.first?.walk == ["start Sleeper", "jobs are done"])
    }

    @Test(arguments: [false, true])
    func noJobIsDoneForASessionThatWasLeft(orCannotBeRead: Bool) async throws {
        // Each session has one job, which is done in it or not at all.
        let jobs = Counted()
        let performer = Performer(Search.self) { job, attempt in
            jobs.add(attempt.session)
            return "found"
        }
        let app =
            orCannotBeRead
            ? App(initial: Illiterate()) {
                Flow(Patient())
                performer
            } : App(initial: Patient()) { performer }
        let heard = Heard()
        _ = try await explore(app, heard, doingJobs: true)
        let asked = heard.steps.split(separator: "start Patient").count { steps in
            steps.contains { $0.hasPrefix("  jobs are") }
        }
        #expect(asked > 0)
        #expect(jobs.count == asked)
    }

    @Test func theSameAppIsWalkedThroughInTheSameWay() async throws {
        let (first, second) = (Heard(), Heard())
        _ = try await explore(Self.patient, first)
        _ = try await explore(Self.patient, second)
        #expect(first.steps.count > 100)
        #expect(first.steps == second.steps)
    }

    @Test func aStepIsToldBeforeItIsTaken() async throws {
        let heard = Heard()
        _ = try await explore(App(initial: Shop()), heard)
        #expect(heard.steps.prefix(2) == ["start Shop", #"  Shop.List.choose {"item":"chair"}"#])
    }

    @Test func aFlowThatIsNotThereIsRefused() async throws {
        await #expect(throws: CommandError(.badValue, "There is no flow Shopp. Did you mean Shop?")) {
            _ = try await Explorer(App(initial: Shop()), startingWith: "Shopp", on: Device(), doesJobs: false)
        }
    }

    private func explore(_ app: App, _ heard: Heard = Heard(), doingJobs: Bool = false) async throws -> Exploration {
        // What waits for ever is given up at once, and what does not wait has all the time.
        var limits = EngineLimits()
        limits.handlerSeconds = 0.001
        var explorer = try await Explorer(app, startingWith: nil, on: Device(), doesJobs: doingJobs, limits: limits) {
            heard.steps.append($0)
        }
        return try await explorer.explore(steps: 300)
    }
}

private final class Heard {
    var steps: [String] = []
}

private final class Counted: Sendable {
    private let sessions = Mutex<[String]>([])
    var count: Int { sessions.withLock(\.count) }
    func add(_ session: String) { sessions.withLock { $0.append(session) } }
}

private struct Broken: Error {}

/// Sells lamps, or would.
private struct Shop: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(List()) }

    static var routes: Routes<Self> {
        on(List.self) { flow, action, nav in
            guard case .choose(let item) = action else { return nav.show(List()) }
            if item == "lamp" { throw Broken() }
        }
    }

    struct List: Screen {
        var items = ["chair", "lamp"]
        enum Action: Codable { case another, choose(item: String) }
    }
}

/// Shows a screen whose action it does not take.
private struct Deaf: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    struct Page: Screen {
        enum Action: String, Codable { case tap }
    }
}

/// Takes the action, but is not above.
private struct Elsewhere: FlowController {
    typealias Output = Done
    func start(_ nav: Navigator<Self>) { nav.show(Shop.List()) }
    static var routes: Routes<Self> {
        on(Deaf.Page.self) { flow, action, nav in }
        on(Shop.List.self) { flow, action, nav in }
    }
}

/// Takes the action of a screen that its child shows.
private struct Parent: FlowController {
    func start(_ nav: Navigator<Self>) { nav.start(Child()) }
    static var routes: Routes<Self> { on(Deaf.Page.self) { flow, action, nav in } }
}

private struct Child: FlowController {
    typealias Output = Done
    func start(_ nav: Navigator<Self>) { nav.show(Deaf.Page()) }
}

/// Does not write out what it counts.
private struct Forgetful: FlowController {
    var count = 0

    init() {}
    init(from decoder: any Decoder) {}

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        if count > 0 { try members.encode(count, forKey: .count) }
    }

    private enum Key: CodingKey { case count }

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }
    static var routes: Routes<Self> { on(Page.self) { flow, action, nav in flow.count += 1 } }

    struct Page: Screen {
        enum Action: String, Codable { case tap }
    }
}

/// Writes down what it then does not understand.
private struct Illiterate: FlowController {
    init() {}
    init(from decoder: any Decoder) throws { throw Broken() }
    func encode(to encoder: any Encoder) throws {}

    func start(_ nav: Navigator<Self>) {
        nav.run(Search())
        nav.show(Deaf.Page())
    }

    static var routes: Routes<Self> {
        on(Deaf.Page.self) { flow, action, nav in }
        on(completion: Search.self) { flow, place, nav in }
    }
}

private struct Stillborn: FlowController {
    func start(_ nav: Navigator<Self>) throws { throw Broken() }
    static var routes: Routes<Self> { screen(Crossing.Sailings.self) }
}

/// Has a lamp for on and one for off.
private struct Switchboard: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Panel()) }

    static var routes: Routes<Self> {
        on(Panel.self) { flow, action, nav in
            guard case .turn(let on) = action else { return }
            on ? nav.show(Light()) : nav.show(Dark())
        }
        screen(Light.self)
        screen(Dark.self)
    }

    struct Panel: Screen {
        enum Action: Codable { case turn(on: Bool) }
    }

    struct Light: Screen {}
    struct Dark: Screen {}
}

/// Is refused but for two ports that differ and a day to come.
private struct Crossing: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Search()) }

    static var routes: Routes<Self> {
        on(Search.self) { flow, action, nav in
            guard case .search(let from, let to, let date) = action else { return }
            let ports = Search().ports
            if !ports.contains(from) { try nav.reject(FieldError("/params/from", "unknown")) }
            if !ports.contains(to) || to == from { try nav.reject(FieldError("/params/to", "unknown")) }
            if date < "2026" { try nav.reject(FieldError("/params/date", "past")) }
            nav.show(Sailings())
        }
        screen(Sailings.self)
    }

    struct Search: Screen {
        var title = "Where to?"
        var hints = ["quick", "cheap", "quiet"]
        var ports = ["dover", "calais", "rodby"]
        enum Action: Codable { case search(from: String, to: String, date: String) }
    }

    struct Sailings: Screen {}
}

/// Waits for an hour, or for a job, whichever is first.
private struct Patient: FlowController {
    var isDeaf = false
    var began = Date(timeIntervalSince1970: 0)

    mutating func start(_ nav: Navigator<Self>) {
        began = nav.now
        nav.schedule(Tea(), after: .seconds(3_600))
        nav.run(Search())
        nav.show(Page())
    }

    static var routes: Routes<Self> {
        on(event: Tea.self) { flow, event, nav in
            guard nav.now.timeIntervalSince(flow.began) >= 3_600 else { return }
            nav.show(Late(), as: .root)
        }
        on(completion: Search.self) { flow, place, nav in
            if flow.isDeaf { throw Broken() }
            nav.show(Found(), as: .root)
        }
        on(failure: Search.self) { flow, failure, nav in nav.show(Failed(), as: .root) }
        screen(Page.self)
        screen(Late.self)
        screen(Found.self)
        screen(Failed.self)
    }

    struct Tea: Event {}
    struct Page: Screen {}
    struct Late: Screen {}
    struct Found: Screen {}
    struct Failed: Screen {}
}

/// Waits for a job alone.
private struct Hopeful: FlowController {
    func start(_ nav: Navigator<Self>) {
        nav.run(Search())
        nav.show(Patient.Page())
    }

    static var routes: Routes<Self> {
        on(completion: Search.self) { flow, place, nav in nav.show(Patient.Found(), as: .root) }
        screen(Patient.Page.self)
        screen(Patient.Found.self)
    }
}

/// Does not take the first of two times well.
private struct Alarms: FlowController {
    var waits = false
    var refuses = false

    func start(_ nav: Navigator<Self>) {
        nav.schedule(Early(), after: .seconds(1))
        nav.schedule(Later(), after: .seconds(2))
        nav.show(Patient.Page())
    }

    static var routes: Routes<Self> {
        on(event: Early.self) { flow, event, nav in
            if flow.waits { for await _ in AsyncStream<Never>.makeStream().stream {} }
            if flow.refuses { try nav.reject(FieldError("/params", "no")) }
            throw Broken()
        }
        on(event: Later.self) { flow, event, nav in nav.show(Patient.Late(), as: .root) }
        screen(Patient.Page.self)
        screen(Patient.Late.self)
    }

    struct Early: Event {}
    struct Later: Event {}
}

/// Wakes up once.
private struct Sleeper: FlowController {
    private static let naps = Mutex(0)

    func start(_ nav: Navigator<Self>) {
        nav.schedule(Nap(), after: .zero)
        nav.run(Search())
        nav.show(Patient.Page())
    }

    static var routes: Routes<Self> {
        on(event: Nap.self) { flow, event, nav in
            let number = naps.withLock {
                $0 += 1; return $0
            }
            if number > 1 { for await _ in AsyncStream<Never>.makeStream().stream {} }
        }
        on(completion: Search.self) { flow, place, nav in }
        screen(Patient.Page.self)
    }

    struct Nap: Event {}
}

private struct Search: Job { typealias Output = String }
