import CSQLite
import Foundation

/// What SQLite itself can do with the same rows: the C API, every statement prepared, every value bound in place, no
/// look-ups. Nothing that uses SQLite can be faster.
final class BareSQLite {
    private var database: OpaquePointer?
    private var statements: [OpaquePointer] = []
    private var sessions: [Session] = []
    private var journalNumber: Int64 = 0
    /// Goes on from round to round: else each would come back to the sessions of the one before.
    private var order = Shuffle(seed: 1)

    private struct Session {
        let number: Int64
        var revision: Int64
        var newestEntry: Int64
    }

    init(_ file: String) throws {
        try check(sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil))
        for pragma in ["synchronous = FULL", "foreign_keys = ON", "cache_size = -65536", "secure_delete = FAST"] {
            try check(sqlite3_exec(database, "PRAGMA \(pragma)", nil, nil, nil))
        }
        for sql in Self.statements {
            var statement: OpaquePointer?
            try check(sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
            if let statement { statements.append(statement) }
        }
        try readSessions()
    }

    deinit {
        for statement in statements { sqlite3_finalize(statement) }
        sqlite3_close(database)
    }

    /// Changes a second, in transactions of so many.
    func rate(groupsOf size: Int, seconds: Double, active: ActiveSessions = .all) throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        var changes = 0
        while clock.now - start < .seconds(seconds) {
            try changeGroup(of: size, active)
            changes += size
        }
        return Double(changes) / ((clock.now - start) / .seconds(1))
    }

    /// So many changes in one transaction.
    func changeGroup(of size: Int, _ active: ActiveSessions) throws {
        try step(0)
        for _ in 0..<size {
            let place = order.next(below: active.count(of: sessions.count))
            try change(active.number(place, of: sessions.count))
        }
        try step(1)
    }

    private static let statements = [
        "BEGIN IMMEDIATE",
        "COMMIT",
        """
        UPDATE sessions SET revision = ?1, touched_at_ms = ?2, created_at_ms = ?2, root_flow = 'Counter',
        front_screen = 'Counter.Page', outcome = NULL, identity = NULL, token_sha256 = ?3, superseded_token_sha256s = x'',
        device_json = '{}', layout_json = ?4, view_models_json = '{}', result_json = NULL, newest_entry = ?6,
        front_flow_touched_at_ms = ?2, front_flow_state_json = '{"count":1}', front_flow_screens_json = ?7
        WHERE number = ?5 AND revision = ?1 - 1
        """,
        """
        INSERT INTO journal (number, session, previous, revision, at_ms, kind, flow, screen, name, to_screen,
        took_microseconds, params_json, moves_json, effects_json) VALUES (?1, ?2, ?6, ?3, ?4, 'action', 'Counter',
        'Counter.Page', 'incrementButtonPressed', 'Counter.Page', 12, NULL, ?5, NULL)
        """,
    ]

    private static let layout: StaticString = """
        {"next":{"screen":2,"node":2,"container":2,"effect":1,"job":1},"layers":[{"presentation":null,"navigates":true,"area":{"id":1,"screens":[1,1]}}]}
        """
    private static let screens: StaticString = """
        {"shown":[{"id":1,"name":"Counter.Page","version":1,"state":{"count":1}}],"home":1}
        """
    private static let moves: StaticString = #"[{"move":"refresh","container":"c1","screen":"s1","tab":null}]"#
    private static let token: StaticString = "01234567890123456789012345678901"

    private func change(_ place: Int) throws {
        sessions[place].revision += 1
        let (number, revision) = (sessions[place].number, sessions[place].revision)
        let now = 1_700_000_000_000 + revision
        journalNumber += 1
        bind(2, 1, revision)
        bind(2, 2, now)
        sqlite3_bind_blob(statements[2], 3, Self.token.utf8Start, Int32(Self.token.utf8CodeUnitCount), nil)
        bind(2, 4, Self.layout)
        bind(2, 5, number)
        bind(2, 6, journalNumber)
        bind(2, 7, Self.screens)
        try step(2)
        guard sqlite3_changes(database) == 1 else { throw CocoaError(.fileWriteUnknown) }
        bind(3, 1, journalNumber)
        bind(3, 2, number)
        bind(3, 3, revision)
        bind(3, 4, now)
        bind(3, 5, Self.moves)
        bind(3, 6, sessions[place].newestEntry)
        sessions[place].newestEntry = journalNumber
        try step(3)
    }

    /// In the order in which they were started, which is that of their numbers.
    private func readSessions() throws {
        var statement: OpaquePointer?
        let sql = "SELECT number, revision, newest_entry FROM sessions ORDER BY number"
        try check(sqlite3_prepare_v2(database, sql, -1, &statement, nil))
        while sqlite3_step(statement) == SQLITE_ROW {
            sessions.append(
                Session(
                    number: sqlite3_column_int64(statement, 0),
                    revision: sqlite3_column_int64(statement, 1),
                    newestEntry: sqlite3_column_int64(statement, 2)
                )
            )
        }
        sqlite3_finalize(statement)
        try check(sqlite3_prepare_v2(database, "SELECT max(number) FROM journal", -1, &statement, nil))
        _ = sqlite3_step(statement)
        journalNumber = sqlite3_column_int64(statement, 0)
        sqlite3_finalize(statement)
    }

    private func bind(_ statement: Int, _ index: Int32, _ value: Int64) {
        sqlite3_bind_int64(statements[statement], index, value)
    }

    private func bind(_ statement: Int, _ index: Int32, _ text: StaticString) {
        // Constant data of the executable: nil, that is SQLITE_STATIC.
        text.utf8Start.withMemoryRebound(to: CChar.self, capacity: text.utf8CodeUnitCount) {
            _ = sqlite3_bind_text(statements[statement], index, $0, Int32(text.utf8CodeUnitCount), nil)
        }
    }

    private func step(_ index: Int) throws {
        let code = sqlite3_step(statements[index])
        sqlite3_reset(statements[index])
        try check(code == SQLITE_DONE ? SQLITE_OK : code)
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else {
            print("bare SQLite: \(code) \(String(cString: sqlite3_errmsg(database)))")
            throw CocoaError(.fileWriteUnknown)
        }
    }
}
