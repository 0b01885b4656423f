import Fairway
import Foundation
import Testing

@testable import FairwayQuarantine

/// A flight recorder's file tells what ran when the process ended. Here a process ends by releasing its recorder.
struct FlightRecorderTests {
    private let folder = RecorderFolder()

    @Test func runningStepsAreReadAfterTheEnd() throws {
        let steps = [step("a", 3, "pay"), step("b", 4, "undo"), step("c", 5, "Charge", work: "j2")]
        let log = try folder.log(build: "1.0.0+abc") { recorder in
            let slots = steps.map(recorder.begin)
            recorder.end(slots[1])
        }
        #expect(log.build == "1.0.0+abc")
        #expect(log.running.map(\.step) == [steps[0], steps[2]])
        #expect(log.running[0].began > 0)
        #expect(log.running[0].began <= log.running[1].began)
        #expect(log.mayBlameSteps(bootedAt: FlightFile.bootedAt))
    }

    @Test func handlerThatReturnedIsCountedOnly() throws {
        let log = try folder.log { recorder in
            recorder.handlerReturned(recorder.begin(step("a", 3, "pay")))
            _ = recorder.begin(step("b", 3, "trap"))
        }
        #expect(log.running.map(\.step.name) == ["trap"])
        #expect(log.returned == 1)
    }

    @Test func endBetweenHandlersBlamesNothing() throws {
        let log = try folder.log { $0.handlerReturned($0.begin(step("a", 3, "pay"))) }
        #expect(!log.mayBlameSteps(bootedAt: FlightFile.bootedAt))
    }

    @Test func endWhileStoppingBlamesNothing() throws {
        let log = try folder.log { recorder in
            _ = recorder.begin(step("a", 3, "pay"))
            recorder.beginStop()
        }
        #expect(!log.mayBlameSteps(bootedAt: FlightFile.bootedAt))
    }

    @Test func restartOfTheMachineBlamesNothing() throws {
        let log = try folder.log { _ = $0.begin(step("a", 3, "pay")) }
        #expect(!log.mayBlameSteps(bootedAt: FlightFile.bootedAt + 3_600))
    }

    @Test func stepsBeyondTheSlotsAreCounted() throws {
        let log = try folder.log { recorder in
            let slots = (0..<(FlightLayout.slots + 2)).map { recorder.begin(step("a", $0, "pay")) }
            #expect(slots.suffix(2) == [-1, -1])
            #expect(Set(slots.dropLast(2)).count == FlightLayout.slots)
            recorder.end(-1)
            for slot in slots.prefix(FlightLayout.slots - 1) { recorder.end(slot) }
            // A slot can be taken again.
            let again = recorder.begin(step("b", 1, "undo"))
            #expect(again >= 0)
            recorder.end(again)
        }
        #expect(log.running.count == 1)
        #expect(log.unrecorded == 1)
    }

    @Test(arguments: ["", "ä", String(repeating: "x", count: 500), String(repeating: "€", count: 100), "a\0b"])
    func textsAreReadAsTheyAreShortened(_ text: String) throws {
        let step = RunningStep(session: text, revision: .max, kind: text, rootFlow: text, name: text, work: text)
        let log = try folder.log { _ = $0.begin(step) }
        #expect(log.running.map(\.step) == [step.shortened])
        #expect(!log.running[0].step.name.contains("\0"))
    }

    @Test func eachProcessHasAFileAndReadsThoseOfEndedOnes() throws {
        let running = try folder.recorder()
        _ = running.begin(step("b", 1, "undo"))
        let log = try folder.log { recorder in
            _ = recorder.begin(step("a", 1, "pay"))
            let names = try folder.names
            #expect(names == ["x.recorder", "x.recorder.2"])
        }
        #expect(log.running.map(\.step.name) == ["pay"], "the file of the process that runs is locked")
        withExtendedLifetime(running) {}
    }

    @Test(arguments: [[], [UInt8](repeating: 7, count: FlightLayout.fileBytes), [1, 2, 3]])
    func otherFilesAreIgnored(_ content: [UInt8]) throws {
        try Data(content).write(to: folder.url.appending(path: "x.recorder"))
        #expect(try FlightFile.free(at: folder.path).compactMap(\.log) == [])
        _ = try folder.recorder()
    }

    /// A process may open a file that another one deletes before it is locked.
    @Test func simultaneousStartsNeverShareOrLoseAFile() async throws {
        let (shared, path) = (folder, folder.path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<200 {
                        let files = try FlightFile.free(at: path)
                        for file in files.dropFirst() { file.delete() }
                        let name = URL(filePath: files[0].path).lastPathComponent
                        #expect(try shared.names.contains(name), "the file was deleted")
                        let others = try FlightFile.free(at: path)
                        #expect(!others.contains { $0.path == files[0].path }, "the file is locked")
                        for file in others { file.delete() }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func missingFolderIsReportedWithARemedy() {
        let failure = #expect(throws: FlightFileFailure.self) { try FlightFile.free(at: "/nowhere/x.recorder") }
        #expect(failure?.description.contains("--recorder") == true)
    }

    private func step(_ session: String, _ revision: Int, _ name: String, work: String = "") -> RunningStep {
        RunningStep(session: session, revision: revision, kind: "action", rootFlow: "Shop", name: name, work: work)
    }
}

/// A folder for recorders' files, which is deleted on release.
final class RecorderFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "fairway-recorder-\(UUID().uuidString)")

    init() { try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    var path: String { url.appending(path: "x.recorder").path }

    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() } }

    func recorder(build: String = "1") throws -> FlightRecorder {
        let file = try #require(try FlightFile.free(at: path).first)
        return try FlightRecorder(file, build: build)
    }

    /// What the only ended process was doing when it ended.
    func log(build: String = "1", _ process: (FlightRecorder) throws -> Void) throws -> FlightLog {
        try run(build, process)
        let logs = try FlightFile.free(at: path).compactMap(\.log)
        try #require(logs.count == 1)
        return logs[0]
    }

    private func run(_ build: String, _ process: (FlightRecorder) throws -> Void) throws {
        try process(try recorder(build: build))
    }
}
