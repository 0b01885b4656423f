#if Postgres
import CPostgres
import Fairway

/// A synchronous connection for work before serving: migrations, inspections and copies.
final class BlockingConnection {
    private let handle: OpaquePointer

    init(_ string: ConnectionString) throws(PostgresFailure) {
        guard string.isReadable else {
            throw PostgresFailure(
                kind: .unreachable,
                message:
                    "the connection string is invalid: percent-encode special characters of a password, like / as %2F"
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
        // By default, libpq prints PostgreSQL's notices to standard error.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
    }

    deinit { PQfinish(handle) }

    /// The database's name in error messages, without the password. Ends with a comma, so a verb must follow.
    var place: String {
        let parts = [PQhost(handle), PQport(handle), PQdb(handle)].map { $0.map { String(cString: $0) } ?? "" }
        return "PostgreSQL at \(parts[0]):\(parts[1]), database \(parts[2]),"
    }

    func execute(_ sql: String) throws(PostgresFailure) { PQclear(try checked(PQexec(handle, sql))) }

    func run(_ call: SQLStatement) throws(PostgresFailure) -> Rows {
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
