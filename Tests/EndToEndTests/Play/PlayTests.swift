import Foundation
import Glibc
import TestWaits
import Testing

/// The `play` command in a terminal.
@Suite(.waiting)
struct PlayTests {
    private let executable = BuiltExecutable("fairway-samples").url

    @Test func flowIsPlayedToEndAndTerminalIsRestored() async throws {
        let terminal = try PseudoTerminal(executable, ["play", "Tutorial"])
        try await terminal.screen(showing: "First page")
        #expect(terminal.settings != terminal.settingsAtStart)
        for (typed, shown) in [
            ("1\r", "Second page"), ("1\r", "Third page"), ("b\r", "Second page"), ("b\r", "First page"),
            ("1\r", "Second page"), ("1\r", "Third page"),
        ] {
            terminal.type(typed)
            // The path begins with the titles of the earlier screens.
            try await terminal.screen { rows in
                rows.contains { $0.hasSuffix(shown) } && rows.last?.hasPrefix("…") == false
            }
        }
        terminal.type("1\r")
        #expect(await terminal.end() == 0)
        #expect(terminal.settings == terminal.settingsAtStart)
        // The terminal's main screen is back and shows the end of the session.
        let parts = terminal.written.components(separatedBy: "\u{1B}[?1049l")
        #expect(parts.last?.contains("The flow is completed.") == true)
        #expect(parts.last?.contains("Result: Yes") == true)
    }

    @Test func fieldErrorsAreShownAtFields() async throws {
        let terminal = try PseudoTerminal(executable, ["play", "Imperio"])
        try await terminal.screen(showing: "Edit the profile")
        terminal.type("3\r")
        try await terminal.screen(showing: "Save …")
        terminal.type("1\r")
        try await terminal.screen { $0.last == "Name: Ada Lovelace" }
        terminal.type("\u{15}\r")
        let refused = try await terminal.screen(showing: "Fill this in.")
        let name = try #require(refused.firstIndex { $0.contains("› Name") })
        #expect(refused[name + 2] == "    Fill this in.", "the error is shown below the field and its hint")
        terminal.type("Grace\r")
        try await terminal.screen { $0.last?.hasPrefix("E-mail: ") == true }
        terminal.type("\u{15}none\r")
        try await terminal.screen { $0.last?.hasPrefix("E-mail:") == true && $0.contains("    You entered: none") }
        terminal.type("grace@example.org\r")
        let saved = try await terminal.screen(showing: "Name: Grace")
        #expect(saved.contains("Picked image: –"))
        terminal.type("q\r")
        #expect(await terminal.end() == 0)
    }

    @Test func leftFormKeepsDraft() async throws {
        let terminal = try PseudoTerminal(executable, ["play", "EditProfile"])
        try await terminal.screen(showing: "Save …")
        terminal.type("1\r")
        try await terminal.screen { $0.last?.hasPrefix("Name: ") == true }
        terminal.type("\u{15}Grace\r")
        try await terminal.screen { $0.last?.hasPrefix("E-mail: ") == true }
        // A single escape character.
        terminal.type("\u{1B}")
        try await terminal.screen(showing: "Save …")
        // The flow asks, because the draft is not saved.
        terminal.type("b\r")
        try await terminal.screen(showing: "alert ")
        let asked = try await terminal.screen(showing: "eep")
        let keep = try #require(asked.first { $0.contains("eep") }?.split(separator: " ").first)
        terminal.type("\(keep)\r")
        try await terminal.screen(showing: "Save …")
        terminal.type("1\r")
        try await terminal.screen { $0.last == "Name: Grace" }
        terminal.type("\u{3}")
        #expect(await terminal.end() == 0)
    }

    @Test func tabIsSelectedAndResizeRedraws() async throws {
        let terminal = try PseudoTerminal(executable, ["play", "ChooseCabin"])
        let wide = try await terminal.screen(showing: "[t1 Inside]")
        #expect(wide.contains { $0.count > 40 })
        terminal.resize(columns: 40, rows: 12)
        let narrow = try await terminal.screen { rows in !rows.isEmpty && rows.allSatisfy { $0.count <= 40 } }
        #expect(narrow.count == 12)
        #expect(narrow.contains { $0.contains("more lines") })
        terminal.type("t2\r")
        try await terminal.screen(showing: "[t2 Outside]")
        terminal.resize(columns: 100, rows: 30)
        try await terminal.screen { rows in rows.contains { $0.count > 40 } }
        terminal.type("q\r")
        #expect(await terminal.end() == 0)
    }

    @Test func playReconnectsAfterRestart() async throws {
        let store = try TemporaryStore()
        let port = try RunningServer.portForRestarts()
        var server = try await RunningServer("--store", store.locator, port: port)
        let place = ["play", "Counter", "--server", server.url.absoluteString]
        let terminal = try PseudoTerminal(executable, place, environment: ["HOME": store.folder.path])
        try await terminal.screen(showing: "Count: 0")
        terminal.type("1\r")
        try await terminal.screen(showing: "Count: 1")
        server.kill()
        try await terminal.screen(showing: "The connection is lost")
        // Sent while no server is running.
        terminal.type("1\r")
        server = try await RunningServer("--store", store.locator, port: port)
        try await terminal.screen(showing: "Count: 2")
        terminal.type("1\r")
        try await terminal.screen(showing: "Count: 3")
        // Changes from elsewhere appear while the prompt waits.
        let other = try PseudoTerminal(executable, place, environment: ["HOME": store.folder.path])
        try await other.screen(showing: "Continuing the previous session.")
        other.type("1\r")
        try await terminal.screen(showing: "Count: 4")
        for one in [other, terminal] {
            one.type("\u{3}")
            #expect(await one.end() == 0)
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, 0])
    func terminalIsRestoredAfterSignal(_ signal: Int32) async throws {
        let terminal = try PseudoTerminal(executable, ["play"])
        try await terminal.screen(showing: "Imperio")
        if signal == 0 { terminal.type("\u{3}") } else { terminal.send(signal) }
        #expect(await terminal.end() == 0)
        #expect(terminal.settings == terminal.settingsAtStart)
        #expect(terminal.written.contains("\u{1B}[?1049l"))
    }

    /// After Control-S the terminal accepts no output, so writes to it block.
    @Test(arguments: [SIGTERM, SIGHUP])
    func stalledTerminalDoesNotBlockSignals(_ signal: Int32) async throws {
        let terminal = try PseudoTerminal(executable, ["play"])
        try await terminal.screen(showing: "Imperio")
        terminal.stopOutput()
        // Each new size causes another page of output.
        for rows in 25...40 { terminal.resize(columns: 80, rows: rows) }
        terminal.send(signal)
        #expect(await terminal.end() == signal)
        #expect(terminal.settings == terminal.settingsAtStart)
    }

    @Test func colourIsOmittedOnRequest() async throws {
        let terminal = try PseudoTerminal(executable, ["play", "Counter"], environment: ["NO_COLOR": "1"])
        try await terminal.screen(showing: "Count: 0")
        terminal.type("q\r")
        #expect(await terminal.end() == 0)
        #expect(terminal.written.contains(#/\u{1B}\[[0-9;]*m/#) == false)
    }

    @Test func dumbTerminalGetsPlainLines() async throws {
        let terminal = try PseudoTerminal(executable, ["play", "Counter"], environment: ["TERM": "dumb"])
        terminal.type("1\nq\n")
        #expect(await terminal.end() == 0)
        #expect(terminal.written.contains("Count: 1"))
        #expect(!terminal.written.contains("\u{1B}"))
    }
}

extension PseudoTerminal {
    /// Waits until a row contains a text and the program reads a line. Earlier input would be lost.
    @discardableResult
    fileprivate func screen(showing text: String) async throws -> [String] {
        try await screen { rows in rows.contains { $0.contains(text) } && rows.last?.hasPrefix("…") == false }
    }
}
