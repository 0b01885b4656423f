import Fairway
import Foundation
import Synchronization
import Testing

@testable import FairwayServer

/// The explorer fires timers and runs or fails jobs. Failed work does not block other work.
struct ExplorerWorkTests {
    private static let app = App(initial: TimerOrJob()) {
        Performer(Search.self) { job, attempt in "found" }
    }

    @Test func timersFireAndJobsFail() async throws {
        let exploration = try await exploration(of: Self.app)
        #expect(exploration.reached == ["TimerOrJob.Page", "TimerOrJob.Late", "TimerOrJob.Failed"])
        #expect(exploration.waiting == ["TimerOrJob.Late", "TimerOrJob.Failed"])
    }

    @Test func jobsRunOnRequest() async throws {
        let exploration = try await exploration(of: Self.app, doingJobs: true)
        #expect(exploration.reached.contains("TimerOrJob.Found"))
        #expect(exploration.findings.isEmpty)
    }

    @Test func failedDeliveryOfJobResultIsFound() async throws {
        let app = App(initial: TimerOrJob(failsOnResult: true)) { Performer(Search.self) { job, attempt in "found" } }
        let findings = try await exploration(of: app, doingJobs: true).findings
        #expect(findings.map(\.fault) == [.undelivered("flow-failed: Broken()")])
        #expect(findings.first?.walk == ["start TimerOrJob", "jobs are done"])
    }

    @Test func failedJobIsRetried() async throws {
        let app = App(initial: JobOnly()) {
            Performer(Search.self) { job, attempt in
                guard attempt.number > 1 else { throw Broken() }
                return "found"
            }
        }
        let exploration = try await exploration(of: app, doingJobs: true)
        #expect(exploration.reached == ["TimerOrJob.Page", "TimerOrJob.Found"])
        #expect(exploration.findings.isEmpty)
    }

    @Test func failedTimerDoesNotBlockLaterTimers() async throws {
        let exploration = try await exploration(of: App(initial: Alarms()))
        #expect(exploration.findings.map(\.step) == ["time for Alarms.Early"])
        #expect(exploration.reached == ["TimerOrJob.Page", "TimerOrJob.Late"])
    }

    @Test func timedOutTimerIsNotRepeatedAndBlocksNoOther() async throws {
        let trace = ExplorationTrace()
        let exploration = try await exploration(of: App(initial: Alarms(waits: true)), trace)
        #expect(exploration.findings.map(\.step) == ["time for Alarms.Early"])
        #expect(exploration.reached == ["TimerOrJob.Page", "TimerOrJob.Late"])
        #expect(trace.steps.count { $0 == "  time for Alarms.Early" } == 1)
    }

    @Test func refusedTimerIsFound() async throws {
        let findings = try await exploration(of: App(initial: Alarms(refuses: true))).findings
        #expect(findings.map(\.fault) == [.undelivered("rejected")])
    }

    @Test func timedOutTimerDuringJobsIsFound() async throws {
        let app = App(initial: Sleeper()) { Performer(Search.self) { job, attempt in "found" } }
        let findings = try await exploration(of: app, doingJobs: true).findings
        #expect(findings.map(\.step) == ["time for Sleeper.Nap"])
        #expect(findings.first?.walk == ["start Sleeper", "jobs are done"])
    }

    @Test(arguments: [false, true])
    func jobsOfEndedSessionsDoNotRun(orCannotBeRead: Bool) async throws {
        // Each session has one job, which runs at most once.
        let jobs = Mutex(0)
        let performer = Performer(Search.self) { job, attempt in
            jobs.withLock { $0 += 1 }
            return "found"
        }
        let app =
            orCannotBeRead
            ? App(initial: Undecodable()) {
                Flow(TimerOrJob())
                performer
            } : App(initial: TimerOrJob()) { performer }
        let trace = ExplorationTrace()
        _ = try await exploration(of: app, trace, doingJobs: true)
        let runs = trace.steps.split(separator: "start TimerOrJob").count { steps in
            steps.contains { $0.hasPrefix("  jobs are") }
        }
        #expect(runs > 0)
        #expect(jobs.withLock(\.self) == runs)
    }

    @Test func explorationIsDeterministic() async throws {
        let (first, second) = (ExplorationTrace(), ExplorationTrace())
        _ = try await exploration(of: Self.app, first)
        _ = try await exploration(of: Self.app, second)
        #expect(first.steps.count > 100)
        #expect(first.steps == second.steps)
    }
}

private struct Broken: Error {}

/// Cannot decode the state that it encodes.
private struct Undecodable: FlowController {
    init() {}
    init(from decoder: any Decoder) throws { throw Broken() }
    func encode(to encoder: any Encoder) throws {}

    func start(_ nav: Navigator<Self>) {
        nav.run(Search())
        nav.show(TimerOrJob.Page())
    }

    static var routes: Routes<Self> {
        screen(TimerOrJob.Page.self)
        on(completion: Search.self) { flow, place, nav in }
    }
}

/// Shows another screen after an hour, or after a job, whichever ends first.
private struct TimerOrJob: FlowController {
    var failsOnResult = false
    var began = Date(timeIntervalSince1970: 0)

    mutating func start(_ nav: Navigator<Self>) {
        began = nav.now
        nav.schedule(Alarm(), after: .seconds(3_600))
        nav.run(Search())
        nav.show(Page())
    }

    static var routes: Routes<Self> {
        on(event: Alarm.self) { flow, event, nav in
            guard nav.now.timeIntervalSince(flow.began) >= 3_600 else { return }
            nav.show(Late(), as: .root)
        }
        on(completion: Search.self) { flow, place, nav in
            if flow.failsOnResult { throw Broken() }
            nav.show(Found(), as: .root)
        }
        on(failure: Search.self) { flow, failure, nav in nav.show(Failed(), as: .root) }
        screen(Page.self)
        screen(Late.self)
        screen(Found.self)
        screen(Failed.self)
    }

    struct Alarm: Event {}
    struct Page: Screen {}
    struct Late: Screen {}
    struct Found: Screen {}
    struct Failed: Screen {}
}

/// Shows another screen after a job.
private struct JobOnly: FlowController {
    func start(_ nav: Navigator<Self>) {
        nav.run(Search())
        nav.show(TimerOrJob.Page())
    }

    static var routes: Routes<Self> {
        on(completion: Search.self) { flow, place, nav in nav.show(TimerOrJob.Found(), as: .root) }
        screen(TimerOrJob.Page.self)
        screen(TimerOrJob.Found.self)
    }
}

/// Has two timers. The handler of the first one fails.
private struct Alarms: FlowController {
    var waits = false
    var refuses = false

    func start(_ nav: Navigator<Self>) {
        nav.schedule(Early(), after: .seconds(1))
        nav.schedule(Later(), after: .seconds(2))
        nav.show(TimerOrJob.Page())
    }

    static var routes: Routes<Self> {
        on(event: Early.self) { flow, event, nav in
            if flow.waits { for await _ in AsyncStream<Never>.makeStream().stream {} }
            if flow.refuses { try nav.reject("no", "Not now.") }
            throw Broken()
        }
        on(event: Later.self) { flow, event, nav in nav.show(TimerOrJob.Late(), as: .root) }
        screen(TimerOrJob.Page.self)
        screen(TimerOrJob.Late.self)
    }

    struct Early: Event {}
    struct Later: Event {}
}

/// Has a timer and a job. The timer's handler returns only the first time that it runs in the process.
private struct Sleeper: FlowController {
    private static let naps = Mutex(0)

    func start(_ nav: Navigator<Self>) {
        nav.schedule(Nap(), after: .zero)
        nav.run(Search())
        nav.show(TimerOrJob.Page())
    }

    static var routes: Routes<Self> {
        on(event: Nap.self) { flow, event, nav in
            let number = naps.withLock {
                $0 += 1; return $0
            }
            if number > 1 { for await _ in AsyncStream<Never>.makeStream().stream {} }
        }
        on(completion: Search.self) { flow, place, nav in }
        screen(TimerOrJob.Page.self)
    }

    struct Nap: Event {}
}

private struct Search: Job { typealias Output = String }
