#if Postgres
import CPostgres
import Glibc

/// A connection URI or keyword string of libpq
/// (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING). It is passed to libpq unchanged.
struct ConnectionString: Sendable {
    let text: String

    /// Whether libpq can parse the string. Discards libpq's error message, because it can contain the password.
    var isReadable: Bool {
        var errorMessage: UnsafeMutablePointer<CChar>?
        defer { PQfreemem(errorMessage) }
        guard let options = PQconninfoParse(text, &errorMessage) else { return false }
        defer { PQconninfoFree(options) }
        return Self.ports(of: options).allSatisfy { $0.isEmpty || UInt16($0) != nil }
    }

    /// The ports in the string. If a password contains an unescaped slash, libpq parses the part before the slash as
    /// the port, and reports the error only when it connects.
    private static func ports(of options: UnsafeMutablePointer<PQconninfoOption>) -> [Substring] {
        var option = options
        while let keyword = option.pointee.keyword {
            if strcmp(keyword, "port") == 0, let value = option.pointee.val {
                return String(cString: value).split(separator: ",", omittingEmptySubsequences: false)
            }
            option += 1
        }
        return []
    }

    /// The parameters of the connection. Those before `dbname` are defaults that the string overrides; those after it
    /// override the string.
    private var parameters: [(keyword: String, value: String)] {
        [
            ("fallback_application_name", "fairway"), ("connect_timeout", "10"),
            // Detects a dead server in seconds instead of hours.
            ("keepalives_idle", "20"), ("keepalives_interval", "5"), ("tcp_user_timeout", "15000"),
            ("dbname", text), ("client_encoding", "UTF8"),
        ]
    }

    /// Calls `body` with null-terminated arrays of keywords and values, as libpq expects them.
    func withParameters<Result>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        let copies = parameters.map { (keyword: strdup($0.keyword), value: strdup($0.value)) }
        defer {
            for copy in copies {
                free(copy.keyword)
                free(copy.value)
            }
        }
        let keywords = copies.map { UnsafePointer($0.keyword) } + [nil]
        let values = copies.map { UnsafePointer($0.value) } + [nil]
        return keywords.withUnsafeBufferPointer { keywords in
            values.withUnsafeBufferPointer { values in
                guard let keywords = keywords.baseAddress, let values = values.baseAddress else {
                    preconditionFailure("an array that is not empty has an address")
                }
                return body(keywords, values)
            }
        }
    }
}
#endif
