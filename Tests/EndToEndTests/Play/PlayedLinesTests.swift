import FairwayWire
import Foundation
import ServerDoubles
import TestWaits
import Testing

/// The `play` command in a script, line by line.
@Suite(.waiting)
struct PlayedLinesTests {
    @Test func sessionContinuesUntilNewOneIsRequested() async throws {
        let store = try TemporaryStore()
        let first = try await play(["Tutorial"], typing: "1\n", store)
        #expect(first.output.contains("Second page"))
        #expect(first.output.contains("Run the same command to continue"))
        let second = try await play(["Tutorial"], typing: "", store)
        #expect(second.output.contains("Continuing the previous session."))
        #expect(second.output.contains("Second page"))
        #expect(try await play(["Counter"], typing: "", store).output.contains("Count: 0"))
        let new = try await play(["Tutorial", "--new"], typing: "1\n1\n1\n", store)
        #expect(new.output.contains("First page"))
        #expect(new.output.hasSuffix("The flow is completed.\nResult: Yes\n"))
        #expect(try await play(["Tutorial"], typing: "", store).output.contains("Continuing") == false)
        let file = store.folder.appending(path: "state/fairway/play.json").path
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    }

    @Test func linkOpensAndRefusalIsPrinted() async throws {
        let store = try TemporaryStore()
        let numbers = "0\n\(Int.min)\nt\(Int.min)\n"
        let played = try await play([], typing: "/planets/earth\n/nowhere\nnonsense\n\(numbers)", store)
        #expect(played.output.contains("Earth"))
        #expect(played.output.contains("/nowhere"))
        #expect(played.output.contains("\"nonsense\" is not a command"))
        #expect(played.code == 0)
    }

    /// Text from a hostile server, which enters the session through another client.
    @Test func textCannotControlTerminal() async throws {
        let server = try await RunningServer()
        let evil = #"{"flow":"EditProfile","input":{"profile":{"name":"\u001b]0;x\u0007\u009b2J","email":"a@b"}}}"#
        let session = try await StartedSession("EditProfile", on: server, body: evil)
        let store = try TemporaryStore()
        let address = server.url.absoluteString
        let kept = #"""
            {"entries":[{"place":{"server":"\#(address)","flow":"EditProfile"},
            "credentials":{"session":"\#(session.id)","token":"\#(session.client.token ?? "")"}}]}
            """#
        let folder = store.folder.appending(path: "state/fairway")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(kept.utf8).write(to: folder.appending(path: "play.json"))
        let played = try await play(["EditProfile", "--server", address], typing: "1\n<\n", store, hasStore: false)
        #expect(played.output.contains(#"\u{1B}]0;x\u{7}\u{9B}2J"#))
        let isPlain = played.output.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control || $0 == "\n"
        }
        #expect(isPlain)
    }

    @Test func invalidPlayNamesRemedy() async throws {
        let store = try TemporaryStore()
        let unknown = try await play(["Nothing"], typing: "", store)
        #expect(unknown.code == 1)
        #expect(unknown.errors.contains("There are: Account"))
        let misspelt = try await play(["tutoral"], typing: "", store)
        #expect(misspelt.code == 1)
        #expect(misspelt.errors.contains("Did you mean Tutorial?"))
        #expect(!misspelt.errors.contains("There are"))
        let nobody = try await play(["--server", "http://127.0.0.1:1"], typing: "", store, hasStore: false)
        #expect(nobody.code == 1)
        #expect(nobody.errors.contains("The server cannot be reached"))
        let both = try await play(["--server", "http://127.0.0.1:1"], typing: "", store)
        #expect(both.code == 64)
        #expect(try await play(["--server", "example.org"], typing: "", store, hasStore: false).code == 64)
    }

    private func play(
        _ arguments: [String],
        typing text: String,
        _ store: TemporaryStore,
        hasStore: Bool = true
    ) async throws -> (code: Int32, output: String, errors: String) {
        let input = store.folder.appending(path: "input")
        try Data(text.utf8).write(to: input)
        let process = try SpawnedProcess(
            BuiltExecutable("fairway-samples").url,
            ["play"] + arguments + (hasStore ? ["--store", store.locator] : []),
            environment: ["XDG_STATE_HOME": store.folder.appending(path: "state").path],
            input: input
        )
        return await process.result()
    }
}
