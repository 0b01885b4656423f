import Foundation
import TestWaits
import Testing

/// The whole of the ferry sample in a terminal.
@Suite(.waiting)
struct PlayedFerryTests {
    @Test(arguments: [40, 80])
    func ferryIsBookedInTerminal(_ columns: Int) async throws {
        // The samples keep their data in the working directory.
        let store = try TemporaryStore()
        let terminal = try PseudoTerminal(
            URL(filePath: "/usr/bin/env"),
            ["-C", store.folder.path, BuiltExecutable("fairway-samples").url.path, "play", "BookFerry"],
            environment: ["LANG": "en_GB.UTF-8", "TZ": "UTC"],
            columns: columns,
            rows: 60
        )
        for (shown, typed) in [
            ("Search …", "1\r"), ("› From", "kiel\r"), ("› To", "osl\r"),
            ("› Day of departure", "2030-06-01\r"),
            ("Kiel – Oslo", "1\r"),
            ("Add passenger", "1\r"), ("Save …", "1\r"), ("› Name", "Ada Lovelace\r"),
            ("› Age", "old\r"), ("You entered: old", "36\r"),
            ("1 Edit", "3\r"), ("Save …", "1\r"), ("› Name", "Byron\r"), ("› Age", "7\r"),
            ("4 Remove", "4\r"), ("Remove this passenger?", "y\r"),
            ("4  Continue", "4\r"),
            ("[t1 Inside]", "1\r"), ("Choose this cabin", "1\r"),
            ("1  Sign up", "1\r"), ("Continue …", "1\r"), ("› E-mail", "ada@example.org\r"),
            ("› Password", "correct horse\r"), ("Finish …", "1\r"), ("› Name", "Ada Lovelace\r"),
            ("Continue to payment", "1\r"), ("Pay …", "1\r"), ("› Card number", "4000 0000 0000 0002\r"),
            ("Your card was declined.", "1\r"), ("› Card number", "5555 5555 5555 4444\r"),
        ] {
            let rows = try await terminal.screen { rows in
                rows.contains { $0.contains(shown) } && rows.last?.hasPrefix("…") == false
            }
            Self.check(rows, columns: columns)
            terminal.type(typed)
        }
        #expect(await terminal.end() == 0)
        let parts = terminal.written.components(separatedBy: "\u{1B}[?1049l")
        #expect(parts.last?.contains("The flow is completed.") == true)
        #expect(!terminal.written.contains("5555") && !terminal.written.contains("0002"))
        #expect(!terminal.written.contains("correct horse"))
    }

    /// Checks that no text is cut off, and that no value is shown in its JSON form.
    private static func check(_ rows: [String], columns: Int) {
        let text = rows.joined(separator: "\n")
        #expect(rows.allSatisfy { $0.count <= columns }, "\(text)")
        #expect(text.firstMatch(of: #/[0-9]T[0-9]{2}:|Index|[Cc]ents|expected /#) == nil, "\(text)")
        #expect(!text.contains("more lines"), "\(text)")
    }
}
