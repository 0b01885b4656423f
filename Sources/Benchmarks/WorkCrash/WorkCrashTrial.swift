import FairwayWire
import Foundation
import Synchronization

/// `fairway-benchmarks crash-work [rounds] [seed]`: background work whose process is killed at each point that matters and
/// at random ones. The outside has to see every delivery at least once, always under the same id; the flow exactly once.
enum WorkCrashTrial {
    static func run(_ arguments: ArraySlice<String>) async throws {
        let numbers = arguments.compactMap { UInt64($0) }
        let rounds = numbers.first.map(Int.init) ?? 10
        let seed = numbers.dropFirst().first ?? UInt64.random(in: 1..<1_000_000)
        print("\(rounds) rounds, seed \(seed)")
        var order = Shuffle(seed: seed)
        var (kills, repeated) = (0, 0)
        for round in 0..<rounds {
            let folder = FileManager.default.temporaryDirectory.appending(path: "fairway-work-\(getpid())-\(round)")
                .path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let trial = Round(folder: folder)
            for point in WorkCrashChild.Point.allCases where point != .end {
                try trial.kill(at: point, after: 1 + order.next(below: 4), milliseconds: order.next(below: 40))
                kills += 1
            }
            do {
                repeated += try trial.finish()
            } catch {
                print("failed with seed \(seed): \(error); the files are in \(folder)")
                exit(1)
            }
            try FileManager.default.removeItem(atPath: folder)
        }
        print("\(kills) kills: every delivery was seen outside, \(repeated) of them more than once; each was told once")
    }

    /// What was found to be wrong.
    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// One store and one world outside.
    private struct Round {
        let folder: String

        func kill(at point: WorkCrashChild.Point, after count: Int, milliseconds: Int) throws {
            let (process, output) = try start(point, count)
            if point == .anywhere {
                _ = output.availableData
                usleep(UInt32(milliseconds) * 1_000)
                Glibc.kill(process.processIdentifier, SIGKILL)
            }
            process.waitUntilExit()
            // One may be through before the kill comes.
            guard process.terminationReason == .uncaughtSignal || point == .anywhere else {
                throw Failure(description: "\(point.rawValue) was not reached")
            }
        }

        /// How many deliveries the outside has seen more than once.
        func finish() throws -> Int {
            let (process, output) = try start(.end, 0)
            let lines = String(decoding: output.readDataToEndOfFile(), as: UTF8.self).split(separator: "\n")
            process.waitUntilExit()
            guard process.terminationStatus == 0, let last = lines.last else {
                throw Failure(description: "the last process ended with \(process.terminationStatus)")
            }
            let flow = try JSON.decode(Courier.self, from: Array(last.utf8))
            let once = Array(repeating: 1, count: Courier.parcels)
            guard flow.delivered == once else { throw Failure(description: "the flow was told \(flow.delivered)") }
            guard flow.rung == once else { throw Failure(description: "the bell was rung \(flow.rung)") }
            let seen = try String(contentsOfFile: outside, encoding: .utf8).split(separator: "\n")
            guard Set(seen).count == Courier.parcels else {
                throw Failure(description: "the outside has seen \(Set(seen).count) deliveries")
            }
            return seen.count - Courier.parcels
        }

        private var outside: String { "\(folder)/outside" }

        private func start(_ point: WorkCrashChild.Point, _ count: Int) throws -> (Process, FileHandle) {
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            process.arguments = ["crash-work-child", "\(folder)/work.sqlite", outside, point.rawValue, "\(count)"]
            process.standardOutput = output
            process.standardInput = FileHandle.nullDevice
            try process.run()
            return (process, output.fileHandleForReading)
        }
    }
}
