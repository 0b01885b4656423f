#if Postgres
import CPostgres
import Fairway

/// A connection for what is done once, before anything is served: it waits for each answer.
final class BlockingConnection {
    private let handle: OpaquePointer

    init(_ string: ConnectionString) throws(PostgresFailure) {
        guard string.isReadable else {
            throw PostgresFailure(
                kind: .unreachable,
                message: "the connection string cannot be read: write special characters of a password as %2F and so on"
            )
        }
        guard let handle = string.withParameters({ PQconnectdbParams($0, $1, 1) }) else {
            throw PostgresFailure(kind: .unreachable, message: "out of memory")
        }
        self.handle = handle
        guard PQstatus(handle) == CONNECTION_OK else {
            let message = String(cString: PQerrorMessage(handle))
            throw PostgresFailure(
                kind: .unreachable,
                message: message.split(whereSeparator: \.isNewline).joined(separator: " ")
            )
        }
        // What is only a notice is nobody's business.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
    }

    deinit { PQfinish(handle) }

    /// What it is called in messages: where it is, and no password.
    var place: String {
        let parts = [PQhost(handle), PQport(handle), PQdb(handle)].map { $0.map { String(cString: $0) } ?? "" }
        return "PostgreSQL at \(parts[0]):\(parts[1]), database \(parts[2]),"
    }

    /// Runs statements without values.
    func execute(_ sql: String) throws(PostgresFailure) { PQclear(try checked(PQexec(handle, sql))) }

    /// Runs one statement.
    func run(_ call: Call) throws(PostgresFailure) -> Rows {
        let result = call.withValues { values, lengths, formats in
            PQexecParams(handle, call.sql, Int32(lengths.count), call.types, values, lengths, formats, 1)
        }
        let checked = try checked(result)
        defer { PQclear(checked) }
        return Rows(checked)
    }

    private func checked(_ result: OpaquePointer?) throws(PostgresFailure) -> OpaquePointer {
        guard let result else {
            throw PostgresFailure(kind: .cut, message: String(cString: PQerrorMessage(handle)))
        }
        guard let failure = PostgresFailure(result) else { return result }
        PQclear(result)
        throw failure
    }
}
#endif
