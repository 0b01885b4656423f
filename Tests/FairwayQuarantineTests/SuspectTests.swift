import FairwaySQLite
import FairwayWire
import Glibc
import TestWaits
import Testing

@testable import Fairway
@testable import FairwayQuarantine

/// Of several steps that were running when the process ended, the one that ends it again is found.
@Suite(.waiting)
struct SuspectTests: EndingProcesses {
    let folder = RecorderFolder()

    @Test func ofSeveralStepsTheOneThatRanTwiceIsRefused() async throws {
        let store = try folder.store()
        let session = try await Lamp.start(on: store)
        let (lamp, other) = (lamp(session), other(of: session))
        try await run(store) { quarantine in
            _ = try quarantine.begin(lamp)
            _ = try quarantine.begin(other)
        }
        try await run(store) { quarantine in
            // The other is innocent, and is remembered as such, until it runs at another end.
            let ticket = try quarantine.begin(other)
            #expect(ticket.trial != nil)
            quarantine.handlerReturned(ticket)
            quarantine.end(ticket)
            try await until { try await steps(in: store) == [lamp] }
            #expect(try quarantine.begin(other).trial == nil)
            #expect(try quarantine.begin(lamp).trial != nil)
        }
        try await run(store) { quarantine in
            #expect(throws: Problem(.stepUnavailable)) { try quarantine.begin(lamp) }
            let trial = try quarantine.begin(other).trial
            #expect(trial != nil)
        }
        await store.close()
    }

    @Test func suspectsRunOneAtATime() async throws {
        let store = try folder.store()
        let session = try await Lamp.start(on: store)
        let (lamp, other) = (lamp(session), other(of: session))
        try await run(store) { quarantine in
            _ = try quarantine.begin(lamp)
            _ = try quarantine.begin(other)
        }
        try await run(store) { quarantine in
            let first = try quarantine.begin(lamp)
            let problem = #expect(throws: Problem.self) { try quarantine.begin(other) }
            #expect(problem?.code == .overloaded)
            #expect(problem?.retryAfterSeconds == 1)
            quarantine.handlerReturned(first)
            #expect(try quarantine.begin(other).trial != nil)
        }
        await store.close()
    }

    /// A client begins a new session for each try, beside others that do the same.
    @Test func crowdOfSessionsThatTrapOnceEachEndsTheServerEightTimes() async throws {
        let store = try folder.store()
        var (ends, isRefused) = (0, false)
        while !isRefused {
            try await run(store, by: SIGILL) { quarantine in
                for number in 0..<4 { _ = try quarantine.begin(other(of: "other-\(ends)-\(number)")) }
                do throws(Problem) {
                    for number in 0..<4 { _ = try quarantine.begin(lamp("session-\(ends)-\(number)")) }
                    ends += 1
                } catch {
                    #expect(error == Problem(.stepUnavailable))
                    isRefused = true
                }
            }
            try #require(ends < 20)
        }
        #expect(ends == 8)
        let session = try await Lamp.start(on: store)
        try await run(store) { quarantine in
            #expect(throws: Problem(.stepUnavailable)) { try quarantine.begin(lamp(session)) }
            #expect(quarantine.refused(in: session, rootFlow: "Lamp").map(\.step.name) == ["switch"])
            let released = try await quarantine.release(session, rootFlow: "Lamp")
            #expect(released.count == 1)
            let trial = try quarantine.begin(lamp(session)).trial
            #expect(trial == nil)
        }
        await store.close()
    }

    @Test func killsRefuseAHandlerInNoOtherSession() async throws {
        let store = try folder.store()
        for number in 1...QuarantinedStep.mostEndsOfHandler {
            try await run(store) { _ = try $0.begin(lamp("session-\(number)")) }
        }
        let session = try await Lamp.start(on: store)
        try await run(store) { quarantine in
            let trial = try quarantine.begin(lamp(session)).trial
            #expect(trial == nil)
            #expect(quarantine.refused(in: session, rootFlow: "Lamp") == [])
        }
        await store.close()
    }

    @Test func suspectJobDelaysNoSuspectAction() async throws {
        let store = try folder.store()
        let session = try await Lamp.start(on: store)
        let job = RunningStep(session: session, revision: 0, kind: "job", rootFlow: "", name: "Charge", work: "j1")
        try await run(store) { quarantine in
            _ = try quarantine.begin(job)
            _ = try quarantine.begin(lamp(session))
        }
        try await run(store) { quarantine in
            let trialOfJob = try quarantine.begin(job).trial
            #expect(trialOfJob != nil)
            let trialOfAction = try quarantine.begin(lamp(session)).trial
            #expect(trialOfAction != nil)
        }
        await store.close()
    }
}
