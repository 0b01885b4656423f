import Fairway
import FairwayTesting
import Foundation
import Synchronization
import Testing

@testable import FairwayServer

struct OperatorsFileTests {
    private let file = FileManager.default.temporaryDirectory.appending(path: "operators-\(UUID().uuidString)")
    private let access = OperatorAccess(adminToken: nil, clock: ManualClock())

    private static func line(_ name: String, _ role: String, token: String) -> String {
        "\(name) \(role) \(SHA256.hash(token.utf8).map { String(format: "%02x", $0) }.joined())"
    }

    private func write(_ lines: String...) throws {
        try Data(lines.joined(separator: "\n").utf8).write(to: file, options: .atomic)
    }

    private func found(_ token: String) -> String? {
        access.operator(withToken: token).map { "\($0.name) \($0.role.rawValue)" }
    }

    @Test func linesNameOperators() throws {
        let upper = Self.line("bob", "support", token: "two").split(separator: " ")[2].uppercased()
        let keys = try OperatorsFile.keys(
            Array(
                """
                # The team\r
                \(Self.line("ada", "admin", token: "one"))\r

                  bob  support  \(upper)
                \(Self.line("järn", "view", token: "three").replacing(" ", with: "\t"))

                """.utf8
            )
        )
        #expect(keys.map(\.operator.name) == ["ada", "bob", "järn"])
        #expect(keys.map(\.operator.role) == [.admin, .support, .view])
        #expect(keys.map(\.tokenHash) == ["one", "two", "three"].map { SHA256.hash($0.utf8) })
    }

    @Test func fourthPartListsTheSignalsThatMayBeSent() throws {
        let lines = [
            Self.line("bank", "signal", token: "one") + " Paid,Refunded", Self.line("bus", "signal", token: "two"),
            Self.line("ada", "admin", token: "three"), Self.line("bob", "support", token: "four"),
        ]
        let keys = try OperatorsFile.keys(Array(lines.joined(separator: "\n").utf8))
        #expect(keys.map(\.operator.signals) == [["Paid", "Refunded"], nil, nil, nil])
        #expect(keys.map { $0.operator.maySend("Paid") } == [true, true, true, false])
        #expect(keys.map { $0.operator.maySend("Closed") } == [false, true, true, false])
        #expect(OperatorRole.allCases.filter { $0 <= .signal } == [.signal])
    }

    @Test(arguments: [
        ("\(line("bank", "signal", token: "t")) Paid,", "line 1 has an empty name in its list of signals"),
        ("\(line("bank", "signal", token: "t")) Paid more", "line 1 has 5 parts"),
        ("bank signal 00 Paid", "line 1 lacks a SHA-256"),
        ("ada admin", "line 1 has 2 parts"),
        ("ada", "line 1 has 1 part instead"),
        ("\(line("ada", "admin", token: "t")) more", "line 1 has 4 parts"),
        ("\n\(line("ada", "owner", token: "t"))", "line 2 has a role other than"),
        (line("ada", "Admin", token: "t"), "line 1 has a role other than"),
        ("ada admin 00", "line 1 does not end with a SHA-256"),
        ("ada admin \(String(repeating: "g", count: 64))", "line 1 does not end with a SHA-256"),
        ("ada admin \(String(repeating: "０", count: 64))", "line 1 does not end with a SHA-256"),
        ("\(line("ada", "admin", token: "t"))\n\(line("bob", "view", token: "t"))", "line 2 has the token of line 1"),
        (line(String(repeating: "a", count: 65), "view", token: "t"), "line 1 has a name of more than 64 bytes"),
        (String(repeating: "#", count: 300 << 10), "it is larger than 256 KiB"),
    ])
    func faultIsNamed(text: String, reason: String) throws {
        let error = try #require(throws: ConfigurationFileError.self) { try OperatorsFile.keys(Array(text.utf8)) }
        #expect(error.reason.hasPrefix(reason), "\(error.reason)")
        #expect(!error.reason.contains("ada"))
    }

    @Test func faultAtTheStartEndsTheCommandAsAUsageError() throws {
        let missing = #expect(throws: CommandError.self) { try OperatorsFile(file.path, access) { _ in } }
        #expect(missing?.exitCode == .usage)
        try write("ada admin")
        let faulty = #expect(throws: CommandError.self) { try OperatorsFile(file.path, access) { _ in } }
        #expect(faulty?.exitCode == .usage)
        #expect(faulty?.message.contains("\(file.path) cannot be used: line 1 has 2 parts") == true)
    }

    @Test func changedFileReplacesOperatorsAndFaultyOneIsIgnored() throws {
        let names = Mutex<[String]>([])
        try write(Self.line("ada", "admin", token: "one"))
        let operators = try OperatorsFile(file.path, access) { event in
            names.withLock { $0.append("\(event.level.rawValue) \(event.name)") }
        }
        #expect(found("one") == "ada admin")
        operators.read()
        #expect(names.withLock(\.self) == [], "the file is unchanged")

        try write(Self.line("bob", "view", token: "two"))
        operators.read()
        #expect(found("one") == nil)
        #expect(found("two") == "bob view")
        try write("bob owner")
        for _ in 0..<2 { operators.read() }
        try FileManager.default.removeItem(at: file)
        for _ in 0..<2 { operators.read() }
        #expect(found("two") == "bob view")
        try write(Self.line("bob", "support", token: "two"))
        operators.read()
        #expect(found("two") == "bob support")
        #expect(
            names.withLock(\.self) == [
                "info operators read", "warning operators not read", "warning operators not read",
                "info operators read",
            ]
        )
    }

    @Test func fileIsReadAgainWithinFiveSeconds() async throws {
        let clock = ManualClock()
        let (events, continuation) = AsyncStream.makeStream(of: Void.self)
        try write(Self.line("ada", "admin", token: "one"))
        let operators = try OperatorsFile(file.path, access) { _ in continuation.yield() }
        operators.readRegularly(clock)
        for token in ["two", "three"] {
            await clock.waiting(1)
            try write(Self.line("bob", "view", token: token))
            clock.advance(by: 5)
            for await _ in events { break }
            #expect(found(token) == "bob view")
        }
    }
}
