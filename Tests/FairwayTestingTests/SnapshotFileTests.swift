import FairwayWire
import Foundation
import Testing

@testable import FairwayTesting

struct SnapshotFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "snapshots-\(UUID().uuidString)").path
    private var file: SnapshotFile { SnapshotFile(path: folder + "/Some/page.json") }
    private let page: JSONValue = ["title": "Hello", "rows": [1, [], [:]], "note": nil]

    @Test func recordedValueIsAccepted() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try file.expect(page, isRecording: true, sourceLocation: #_sourceLocation)
        try file.expect(page, isRecording: false, sourceLocation: #_sourceLocation)
        let text = try String(contentsOfFile: file.path, encoding: .utf8)
        #expect(
            text == """
                {
                  "title": "Hello",
                  "rows": [
                    1,
                    [],
                    {}
                  ],
                  "note": null
                }

                """
        )
    }

    @Test func differenceIsShownLineByLine() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try file.expect(page, isRecording: true, sourceLocation: #_sourceLocation)
        try withKnownIssue {
            try file.expect(
                ["title": "Bye", "rows": [1, [], [:]], "note": nil],
                isRecording: false,
                sourceLocation: #_sourceLocation
            )
        } matching: { issue in
            let said = issue.comments.map(\.rawValue).joined()
            return said.contains("-   \"title\": \"Hello\",\n+   \"title\": \"Bye\",")
                && said.contains("FAIRWAY_RECORD_SNAPSHOTS=1")
        }
    }

    @Test func missingSnapshotExplainsHowToRecordIt() throws {
        try withKnownIssue {
            try file.expect(page, isRecording: false, sourceLocation: #_sourceLocation)
        } matching: { issue in
            issue.comments.map(\.rawValue).joined().contains("record it with FAIRWAY_RECORD_SNAPSHOTS=1")
        }
    }

    /// Runs in a separate process, because it sets an environment variable.
    @Test func environmentVariableEnablesRecording() async {
        await #expect(processExitsWith: .success) {
            setenv("FAIRWAY_RECORD_SNAPSHOTS", "1", 1)
            let name = "recorded-\(UUID().uuidString).json"
            let path = FileManager.default.temporaryDirectory.appending(path: name).path
            try SnapshotFile(path: path).expect(["title": "Hello"], sourceLocation: #_sourceLocation)
            // Throws if no file was written.
            try FileManager.default.removeItem(atPath: path)
        }
    }

    @Test func snapshotIsStoredNextToItsTest() {
        let file = SnapshotFile("shows(a:)", besideTest: "/project/Tests/SomeTests/PageTests.swift")
        #expect(file.path == "/project/Tests/SomeTests/__Snapshots__/PageTests/shows.json")
    }

    @Test func differenceIsShownWithContext() {
        let before = (1...20).map { "line \($0)" }
        var after = before
        after[9] = "another"
        after.append("one more")
        let lines = LineDifference(before: before, after: after).description.split(separator: "\n")
        #expect(
            lines.map(String.init) == [
                "  …", "  line 8", "  line 9", "- line 10", "+ another", "  line 11", "  line 12", "  …", "  line 19",
                "  line 20",
                "+ one more",
            ]
        )
    }
}
