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

    /// The mark that the only process left in a folder.
    private func mark(in folder: RecorderFolder) throws -> Int32? {
        try #require(try FlightFile.free(at: folder.path).compactMap(\.log).first).fault
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
