#if Postgres
import CPostgres

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What an operator writes to say where the server is: a URI or keywords, whatever libpq takes
/// (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING). It is handed on as it is.
struct ConnectionString: Sendable {
    let text: String

    /// Whether libpq can read it. What it says of one that it cannot read repeats it, with the password that may stand in it,
    /// so that nobody is told that.
    var isReadable: Bool {
        var complaint: UnsafeMutablePointer<CChar>?
        defer { PQfreemem(complaint) }
        guard let options = PQconninfoParse(text, &complaint) else { return false }
        defer { PQconninfoFree(options) }
        return Self.ports(of: options).allSatisfy { $0.isEmpty || UInt16($0) != nil }
    }

    /// A password with a slash in it ends up where the port stands, which is looked at only when a connection is made.
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

    /// What stands in it is stronger than what comes before it here, and weaker than what comes after.
    private var parameters: [(keyword: String, value: String)] {
        [
            ("fallback_application_name", "fairway"), ("connect_timeout", "10"),
            // A server that is gone without a word is noticed in seconds and not in hours.
            ("keepalives_idle", "20"), ("keepalives_interval", "5"), ("tcp_user_timeout", "15000"),
            ("dbname", text), ("client_encoding", "UTF8"),
        ]
    }

    /// Hands the keywords and values on as libpq wants them, ended by null.
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
