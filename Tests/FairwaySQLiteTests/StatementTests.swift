import FairwayTesting
import Foundation
import Testing

@testable import FairwaySQLite

/// Bound values are copied, whatever their length.
struct StatementTests {
    private let folder: TemporaryFolder
    private let connection: SQLiteConnection

    init() throws {
        folder = try TemporaryFolder()
        connection = try SQLiteConnection(folder["a.sqlite"], mayCreate: true)
        try connection.execute("CREATE TABLE a (number INTEGER PRIMARY KEY, text TEXT, blob BLOB) STRICT")
    }

    private static let lengths = [
        0, 1, 15, 16, 300, 299, 40, 0, 5_000, 12_000, 16_384, 16_385, 7, 100_000, 8_191, 8_193, 2,
    ]

    @Test func boundValuesOfAnyLengthAreStored() throws {
        let insertion = try connection.statement("INSERT INTO a VALUES (?, ?, ?)")
        for (number, length) in Self.lengths.enumerated() {
            try insertion.bind(number).bind(Self.text(length, number)).bind(blob: Self.blob(length, number)).run()
        }
        let stored = try connection.statement("SELECT text, blob FROM a ORDER BY number").all {
            (text: $0.text(0), blob: $0.bytes(1))
        }
        #expect(stored.count == Self.lengths.count)
        for (number, length) in Self.lengths.enumerated() {
            #expect(stored[number].text == Self.text(length, number))
            #expect(stored[number].blob == Self.blob(length, number))
        }
    }

    /// Another statement runs between the rows of the first.
    @Test func boundValuesStayWhileOtherStatementsRun() throws {
        let insertion = try connection.statement("INSERT INTO a VALUES (?, ?, ?)")
        for number in 0..<3 { try insertion.bind(number).bind("\(number)").bind(blob: []).run() }
        let reading = try connection.statement("SELECT ? || text, ? FROM a ORDER BY number")
        for length in [10, 10, 400, 400, 30_000, 30_000] {
            let (prefix, whole) = (Self.text(length, 7), Self.text(length, 3))
            var failures: [any Error] = []
            var number = 10
            let rows = try reading.bind(prefix).bind(whole).all { row in
                number += 1
                do {
                    try insertion.bind(-number).bind(Self.text(length, 1)).bind(blob: Self.blob(length, 2)).run()
                } catch {
                    failures.append(error)
                }
                return [row.text(0), row.text(1)]
            }
            #expect(failures.isEmpty)
            #expect(rows.suffix(3) == [["\(prefix)0", whole], ["\(prefix)1", whole], ["\(prefix)2", whole]])
            try connection.execute("DELETE FROM a WHERE number < 0")
        }
    }

    /// A statement keeps no bound values from an earlier run, even if that run failed.
    @Test func valuesOfAnEarlierRunAreNotStored() throws {
        let insertion = try connection.statement("INSERT INTO a VALUES (?, ?, ?)")
        try insertion.bind(1).bind(Self.text(500, 1)).bind(blob: Self.blob(500, 1)).run()
        #expect(throws: SQLiteFailure.self) {
            try insertion.bind(1).bind(Self.text(700, 2)).bind(blob: Self.blob(700, 2)).run()
        }
        try insertion.bind(2).bind(nil as String?).bind(blob: []).run()
        try insertion.bind(3).bind(text: Array("three".utf8)).bind(blob: [3]).run()
        let stored = try connection.statement("SELECT text IS NULL, text, blob FROM a ORDER BY number").all {
            (isNull: $0.int(0) == 1, text: $0.text(1), blob: $0.bytes(2))
        }
        #expect(stored.map(\.isNull) == [false, true, false])
        #expect(stored.map(\.text) == [Self.text(500, 1), "", "three"])
        #expect(stored.map(\.blob) == [Self.blob(500, 1), [], [3]])
    }

    private static func text(_ length: Int, _ seed: Int) -> String {
        String(decoding: (0..<length).map { UInt8(ascii: "a") + UInt8(($0 + seed) % 26) }, as: UTF8.self)
    }

    private static func blob(_ length: Int, _ seed: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7 + seed) }
    }
}
