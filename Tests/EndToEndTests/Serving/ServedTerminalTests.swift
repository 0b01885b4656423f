import FairwayWire
import Foundation
import Glibc
import TestWaits
import Testing

/// The start of `serve` on a terminal.
@Suite(.waiting)
struct ServedTerminalTests {
    private let folder: TemporaryStore

    init() throws { folder = try TemporaryStore() }

    @Test(arguments: [[], ["--admin-token", "chosen-by-the-operator"]])
    func linkOfTheBannerSignsInOnce(_ flags: [String]) async throws {
        let terminal = try await serve(flags)
        let link = try #require(terminal.written.firstMatch(of: #/Console  (http:\S+)/admin#sign-in=(\S+)/#))
        let server = Client(url: try #require(URL(string: String(link.1))))
        let body = #"{"code":"\#(link.2)"}"#
        let reply = try await server.send("POST", "/v1/admin/sign-in", body)
        #expect(reply.status == 200)
        let token = try #require(try JSON.decode(JSONValue.self, from: reply.body)["token"]?.string)
        #expect(try await server.as(token).send("GET", "/v1/admin/summary").status == 200)
        #expect(try await server.send("POST", "/v1/admin/sign-in", body).status == 403)
        // The log follows the banner, as text.
        try await terminal.output { $0.contains("route=/v1/admin/sign-in status=403") }
        terminal.send(SIGTERM)
        #expect(await terminal.end() == 0)
        let parts = terminal.written.components(separatedBy: String(link.2))
        #expect(parts.count == 2, "the code is not logged")
        #expect(!parts[1].contains(token))
        #expect(terminal.written.hasPrefix("\r\n  App  "), "nothing precedes the banner")
        #expect(terminal.written.contains("  Token  ") == flags.isEmpty)
    }

    @Test func warningsAreBelowTheBanner() async throws {
        let terminal = try await serve(["--host", "0.0.0.0", "--admin-token", "chosen-by-the-operator"])
        try await terminal.output {
            Self.lines($0).contains("memory:\n\n  Warning: --host 0.0.0.0 can be reached")
        }
        #expect(terminal.written.contains(#/App      http:..127\.0\.0\.1:\d+/#))
        #expect(!terminal.written.contains("{\""))
        terminal.send(SIGTERM)
        #expect(await terminal.end() == 0)
    }

    /// The output without the carriage returns that the terminal inserts.
    private static func lines(_ written: String) -> String { written.replacing("\r\n", with: "\n") }

    /// Starts a server, and waits for the end of the banner.
    private func serve(_ flags: [String]) async throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            URL(filePath: "/usr/bin/env"),
            ["-C", folder.folder.path, BuiltExecutable("fairway-samples").url.path, "serve", "--port", "0"]
                + ["--store", "memory:"] + flags,
            environment: ["NO_COLOR": "1"],
            columns: 200
        )
        try await terminal.output { Self.lines($0).contains(#/Store    memory:\n(  Token    \S+\n)?\n/#) }
        return terminal
    }
}
