import Fairway
import Foundation
import Glibc
import TestWaits
import Testing

@testable import FairwayQuarantine

/// A fault marks the flight recorder's file, and a kill does not. Each process here ends in its own way.
@Suite(.waiting)
struct FaultMarkTests {
    private let folder = RecorderFolder()

    @Test(arguments: WayToEnd.allCases)
    func faultIsToldFromAKill(_ way: WayToEnd) async throws {
        await #expect(processExitsWith: .failure) { [path = folder.path as String, way = way as WayToEnd] in
            let recorder = try FlightRecorder(try #require(try FlightFile.free(at: path).first), build: "1")
            withExtendedLifetime(recorder) { way.end() }
        }
        let mark = try mark(in: folder)
        #expect(way.marks.contains(mark))
    }

    /// Swift's backtraces are such an action.
    @Test(arguments: [WayToEnd.trap, .abort, .badAccess])
    func earlierActionTakesOver(_ way: WayToEnd) async throws {
        await #expect(processExitsWith: .exitCode(7)) { [path = folder.path as String, way = way as WayToEnd] in
            for signal in FaultMark.names.keys { Glibc.signal(signal) { _ in _exit(7) } }
            let recorder = try FlightRecorder(try #require(try FlightFile.free(at: path).first), build: "1")
            withExtendedLifetime(recorder) { way.end() }
        }
        let mark = try mark(in: folder)
        #expect(way.marks.contains(mark))
    }

    @Test func lastRecorderOfAProcessIsMarked() async throws {
        let other = RecorderFolder()
        await #expect(processExitsWith: .failure) { [paths = [other.path, folder.path] as [String]] in
            let recorders = try paths.map { path in
                try FlightRecorder(try #require(try FlightFile.free(at: path).first), build: "1")
            }
            withExtendedLifetime(recorders) { WayToEnd.abort.end() }
        }
        #expect(try mark(in: folder) == SIGABRT)
        #expect(try mark(in: other) == nil)
    }

    @Test func recorderThatHasEndedIsNotMarked() async throws {
        await #expect(processExitsWith: .signal(SIGABRT)) { [path = folder.path as String] in
            _ = try FlightRecorder(try #require(try FlightFile.free(at: path).first), build: "1")
            WayToEnd.abort.end()
        }
        #expect(try mark(in: folder) == nil)
    }

    @Test(arguments: [WayToEnd.trap, .abort, .badAccess])
    func stepOnTheThreadOfTheFaultIsTheCause(_ way: WayToEnd) async throws {
        await #expect(processExitsWith: .failure) { [path = folder.path as String, way = way as WayToEnd] in
            let recorder = try FlightRecorder(try #require(try FlightFile.free(at: path).first), build: "1")
            @Sendable func begin(_ name: String) {
                let step = RunningStep(session: name, revision: 1, kind: "action", rootFlow: "", name: name, work: "")
                _ = recorder.begin(step)
            }
            let other = Thread { begin("other") }
            other.start()
            while !other.isFinished { sched_yield() }
            begin("cause")
            withExtendedLifetime(recorder) { way.end() }
        }
        let log = try log(of: folder)
        #expect(Set(log.running.map(\.step.name)) == ["other", "cause"])
        #expect(log.blamable.map(\.step.name) == ["cause"])
        #expect(log.isCauseKnown)
    }

    /// An app's own handler may recover from a signal.
    @Test func markOfAProcessThatGoesOnIsIgnored() throws {
        for (milliseconds, isFault) in [(0, true), (5_000, true), (5_001, false), (1_000_000, false)] {
            let folder = RecorderFolder()
            _ = try folder.log { recorder in
                let step = RunningStep(session: "a", revision: 1, kind: "link", rootFlow: "", name: "", work: "")
                recorder.end(recorder.begin(step))
            }
            let began = try log(of: folder).latest
            try folder.mark(FaultMark(signal: SIGSEGV, at: began - milliseconds))
            #expect(try mark(in: folder) == (isFault ? SIGSEGV : nil))
        }
    }

    /// The mark that the only process left in a folder.
    private func mark(in folder: RecorderFolder) throws -> Int32? {
        try log(of: folder).fault?.signal
    }

    private func log(of folder: RecorderFolder) throws -> FlightLog {
        try #require(try FlightFile.free(at: folder.path).compactMap(\.log).first)
    }
}

/// How a process ends.
enum WayToEnd: String, CaseIterable, Codable {
    case trap, abort, badAccess, kill, abortByAnother

    /// The marks that it may leave, depending on the processor.
    var marks: [Int32?] {
        switch self {
        case .trap: [SIGILL, SIGTRAP]
        case .abort: [SIGABRT]
        case .badAccess: [SIGSEGV]
        case .kill, .abortByAnother: [nil]
        }
    }

    func end() {
        switch self {
        case .trap: preconditionFailure("a trap")
        case .abort: Glibc.abort()
        case .badAccess: UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
        case .kill: raise(SIGKILL)
        case .abortByAnother:
            system("kill -ABRT $PPID")
            while true { pause() }
        }
    }
}
