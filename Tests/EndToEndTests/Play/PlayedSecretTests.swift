import Foundation
import Glibc
import TestWaits
import Testing

/// Secrets that are typed into `play`.
@Suite(.waiting)
struct PlayedSecretTests {
    private static let card = "4000 0000 0000 0119"

    @Test(arguments: ["dumb", "xterm"])
    func cardNumberIsNeverEchoed(_ kind: String) async throws {
        let store = try TemporaryStore()
        let server = try await RunningServer("--store", store.locator, in: store)
        let session = try await StartedSession.atTheFerrysTill(on: server)
        let folder = store.folder.appending(path: "state/fairway")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let kept = #"""
            {"entries":[{"place":{"server":"\#(server.url.absoluteString)","flow":"BookFerry"},
            "credentials":{"session":"\#(session.id)","token":"\#(session.client.token ?? "")"}}]}
            """#
        try Data(kept.utf8).write(to: folder.appending(path: "play.json"))
        let terminal = try PseudoTerminal(
            BuiltExecutable("fairway-samples").url,
            ["play", "BookFerry", "--server", server.url.absoluteString],
            environment: ["TERM": kind, "XDG_STATE_HOME": store.folder.appending(path: "state").path]
        )
        try await terminal.output { $0.contains("Pay …") }
        terminal.type("1\r")
        try await terminal.output { $0.contains("Card number: ") }
        #expect(!terminal.showsWhatIsTyped)
        terminal.type(Self.card)
        terminal.type("\r")
        if kind == "xterm" {
            // A full screen is also drawn while the program is busy. Then it ignores what is typed.
            try await terminal.screen { rows in
                guard let last = rows.last else { return false }
                return !last.hasPrefix("…") && !last.contains("Card number: ")
            }
        } else {
            try await terminal.output { $0.contains("being charged") || $0.contains("bank") }
        }
        terminal.type("q\r")
        #expect(await terminal.end() == 0)
        #expect(terminal.settings == terminal.settingsAtStart)
        for part in Self.card.split(separator: " ").map(String.init) {
            #expect(!terminal.written.contains(part))
        }
    }
}
