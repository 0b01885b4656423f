import FairwayDoubles
import FairwayOperators
import FairwayTesting
import FairwayWire
import Foundation
import Glibc
import Synchronization
import TestWaits
import Testing

@testable import Fairway
@testable import FairwayQuarantine
@testable import FairwaySQLite

/// A step that ends the process is refused by the next start.
@Suite(.waiting)
struct StepQuarantineTests: EndingProcesses {
    let folder = RecorderFolder()

    @Test func stepThatEndedTheProcessIsRefused() async throws {
        let store = try folder.store()
        let session = try await Lamp.start(on: store)
        let lamp = lamp(session)
        try await end(store, during: lamp)
        let reports = Mutex<[String]>([])
        try await run(store, report: { report in reports.withLock { $0.append(report) } }) { quarantine in
            #expect(throws: Problem(.stepUnavailable)) { try quarantine.begin(lamp) }
            let ticket = try quarantine.begin(other(of: session))
            #expect(ticket.trial == nil)
            quarantine.handlerReturned(ticket)
            quarantine.end(ticket)
            #expect(quarantine.refused(in: session).map(\.step) == [lamp])
        }
        let sentence = "The process trapped (SIGILL) while action switch of session \(session) ran, alone, in build 1."
        #expect(reports.withLock(\.self).map { $0.hasPrefix(sentence) } == [true])
        let incidents = try await store.incidents(session)
        #expect(incidents.count == 1)
        let incident = try #require(incidents.first)
        #expect(incident.cause?.hasPrefix(sentence) == true)
        #expect(incident.isFailure)
        #expect(incident.name == "switch")
        #expect(incident.flow == "Lamp")
        #expect(incident.screen == "Lamp.Page")
        #expect(incident.revision == 1)
        let problem = ProblemGroup(incident, isDeclared: true)
        #expect(try await store.problems(ProblemsQuery()).rows.map(\.id) == [problem.id])
        #expect(problem.cause?.contains(session) == false)
        await store.close()
    }

    @Test func stepThatWasRunningAtAKillIsTriedOnceMore() async throws {
        let store = try folder.store()
        let session = try await Lamp.start(on: store)
        let lamp = lamp(session)
        try await run(store) { _ = try $0.begin(lamp) }
        try await run(store) { quarantine in
            let trial = try quarantine.begin(lamp).trial
            #expect(trial != nil)
        }
        try await run(store) { quarantine in
            #expect(throws: Problem(.stepUnavailable)) { try quarantine.begin(lamp) }
        }
        let sentence = "The process ended without a trap while action switch of session \(session) ran, alone"
        #expect(try await store.incidents(session).map { $0.cause?.hasPrefix(sentence) } == [true, true])
        await store.close()
    }

    @Test func orderlyEndPutsNothingInQuarantine() async throws {
        let store = try folder.store()
        let session = try await Lamp.start(on: store)
        try await run(store) { quarantine in
            let ticket = try quarantine.begin(lamp(session))
            quarantine.handlerReturned(ticket)
            quarantine.end(ticket)
        }
        try await run(store) { quarantine in
            _ = try quarantine.begin(lamp(session))
            quarantine.beginStop()
        }
        try await run(store) { _ in }
        #expect(try await store.quarantinedSteps() == [])
        #expect(try await store.incidents(session) == [])
        await store.close()
    }

    @Test func quarantineIsOfTheStoreAndNotOfTheMachine() async throws {
        let store = try folder.store()
        let session = try await Lamp.start(on: store)
        let lamp = lamp(session)
        try await end(store, during: lamp)
        try await run(store) { _ in }
        let elsewhere = RecorderFolder()
        try await run(store, at: elsewhere.path) { quarantine in
            #expect(throws: Problem(.stepUnavailable)) { try quarantine.begin(lamp) }
        }
        // Also if the recorder cannot be used.
        try await run(store, at: "/nowhere/x.recorder") { quarantine in
            #expect(throws: Problem(.stepUnavailable)) { try quarantine.begin(lamp) }
            quarantine.end(try quarantine.begin(other(of: session)))
        }
        await store.close()
    }

    @Test func releaseTriesAgain() async throws {
        let store = try folder.store()
        let session = try await Lamp.start(on: store)
        let lamp = lamp(session)
        try await end(store, during: lamp)
        try await run(store, by: SIGILL) { quarantine in
            let released = try await quarantine.release(session)
            #expect(released.map(\.step) == [lamp])
            #expect(quarantine.refused(in: session) == [])
            #expect(try quarantine.begin(lamp).trial == nil)
        }
        try await run(store) { quarantine in
            #expect(throws: Problem(.stepUnavailable)) { try quarantine.begin(lamp) }
        }
        await store.close()
    }

    @Test func laterBuildTriesAgain() async throws {
        let store = try folder.store()
        let session = try await Lamp.start(on: store)
        let lamp = lamp(session)
        try await end(store, during: lamp)
        try await run(store, build: "2") { quarantine in
            let ticket = try quarantine.begin(lamp)
            quarantine.handlerReturned(ticket)
            quarantine.end(ticket)
            #expect(quarantine.refused(in: session) == [])
        }
        try await run(store) { quarantine in
            #expect(throws: Problem(.stepUnavailable), "the old build") { try quarantine.begin(lamp) }
        }
        await store.close()
    }

    @Test func performerGetsTheRevisionOfItsSession() async throws {
        let store = try folder.store()
        let session = try await Lamp.start(on: store)
        let job = RunningStep(session: session, revision: 0, kind: "job", rootFlow: "", name: "Charge", work: "j1")
        try await end(store, during: job)
        try await run(store) { quarantine in
            #expect(throws: Problem(.stepUnavailable)) { try quarantine.begin(job) }
            #expect(quarantine.refused(in: session).map(\.step.revision) == [1])
        }
        #expect(try await store.incidents(session).map(\.kind) == ["job"])
        await store.close()
    }

    @Test func sessionThatDoesNotExistHasNoIncident() async throws {
        let store = try folder.store()
        let start = RunningStep(session: "new", revision: 0, kind: "start", rootFlow: "Lamp", name: "Lamp", work: "")
        try await run(store) { _ = try $0.begin(start) }
        try await run(store) { _ in }
        #expect(try await steps(in: store) == [start])
        await store.close()
    }

    @Test func engineRefusesTheStepAndContinuesTheSession() async throws {
        let store = try folder.store()
        let session = try await Lamp.start(on: store)
        try await end(store, during: lamp(session))
        try await run(store) { quarantine in
            let engine = try Engine(Lamp.app, store: store, monitor: quarantine, observers: [])
            let refused = await engine.perform(Lamp.press, on: session, by: Caller(.app))
            #expect(refused.code == .stepUnavailable)
            #expect(await engine.perform(.refresh, on: session, by: Caller(.app)).status == 200)
            _ = try await quarantine.release(session)
            let answer = await engine.perform(Lamp.press, on: session, by: Caller(.app))
            #expect(answer.status == 200)
        }
        await store.close()
    }

    @Test func failingStoreIsReportedAndTriedAgainAtTheNextStart() async throws {
        let store = try folder.store()
        let session = try await Lamp.start(on: store)
        let lamp = lamp(session)
        try await end(store, during: lamp)
        try await store.execute(
            "CREATE TRIGGER refusal BEFORE INSERT ON quarantine BEGIN SELECT RAISE(ABORT, 'full'); END"
        )
        let reports = Mutex<[String]>([])
        try await run(store, report: { report in reports.withLock { $0.append(report) } }) { quarantine in
            #expect(reports.withLock { $0.contains { $0.contains("cannot be stored") } })
            #expect(quarantine.isRecording, "in another file")
            #expect(throws: Problem(.stepUnavailable)) { try quarantine.begin(lamp) }
            // It looks at the store, which does not have the step.
            _ = try await quarantine.release("another")
            #expect(throws: Problem(.stepUnavailable)) { try quarantine.begin(lamp) }
            #expect(try await quarantine.refusedSteps().map(\.step) == [lamp])
            _ = try quarantine.begin(other(of: session))
        }
        try await store.execute("DROP TRIGGER refusal")
        try await run(store) { quarantine in
            #expect(throws: Problem(.stepUnavailable)) { try quarantine.begin(lamp) }
            let trial = try quarantine.begin(other(of: session)).trial
            #expect(trial != nil)
        }
        #expect(try folder.names.filter { $0.contains("recorder") } == ["x.recorder"])
        await store.close()
    }

    @Test func unstoredStepIsReleased() async throws {
        let store = try folder.store()
        let session = try await Lamp.start(on: store)
        let lamp = lamp(session)
        try await end(store, during: lamp)
        try await store.execute(
            "CREATE TRIGGER refusal BEFORE INSERT ON quarantine BEGIN SELECT RAISE(ABORT, 'full'); END"
        )
        try await run(store) { quarantine in
            #expect(try await quarantine.release(session).map(\.step) == [lamp])
            let trial = try quarantine.begin(lamp).trial
            #expect(trial == nil)
        }
        await store.close()
    }

    /// So a kill during the start blames no step twice.
    @Test func logIsForgottenAsSoonAsItIsStored() async throws {
        let store = try folder.store()
        let session = try await Lamp.start(on: store)
        try await run(store) { first in
            _ = try first.begin(lamp(session))
            try await run(store) { second in _ = try second.begin(other(of: session)) }
        }
        // Reported before it is stored.
        let areForgotten = Mutex<[Bool]>([])
        let file = URL(filePath: folder.path)
        try await run(
            store,
            report: { _ in
                let magic = (try? Data(contentsOf: file).prefix(8)) ?? Data()
                areForgotten.withLock { $0.append(magic.allSatisfy { $0 == 0 }) }
            }
        ) { _ in }
        #expect(areForgotten.withLock(\.self) == [false, true])
        await store.close()
    }

    @Test func faultBesideNoStepIsReportedOnce() async throws {
        let store = try folder.store()
        try await run(store, by: SIGSEGV) { _ in }
        let reports = Mutex<[String]>([])
        for _ in 0..<2 {
            try await run(store, report: { report in reports.withLock { $0.append(report) } }) { _ in }
        }
        let sentence = "The process trapped (SIGSEGV) while no step ran, in build 1. Nothing is refused."
        #expect(reports.withLock(\.self) == [sentence])
        #expect(try await store.quarantinedSteps() == [])
        await store.close()
    }
}
