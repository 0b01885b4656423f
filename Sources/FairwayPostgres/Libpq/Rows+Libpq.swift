#if Postgres
import CPostgres

extension Rows {
    init(_ result: OpaquePointer) {
        let count = Int(PQntuples(result))
        let width = Int(PQnfields(result))
        var bytes: [UInt8] = []
        var places: [(start: Int, length: Int)] = []
        places.reserveCapacity(count * width)
        for row in 0..<Int32(count) {
            for column in 0..<Int32(width) {
                guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column) else {
                    places.append((bytes.count, -1))
                    continue
                }
                let length = Int(PQgetlength(result, row, column))
                places.append((bytes.count, length))
                bytes.append(contentsOf: UnsafeRawBufferPointer(start: value, count: length))
            }
        }
        let affected = Int(String(cString: PQcmdTuples(result))) ?? 0
        self.init(count: count, width: width, affected: affected, bytes: bytes, places: places)
    }
}

extension PostgresFailure {
    /// The failure of a result; nil for a success.
    init?(_ result: OpaquePointer) {
        switch PQresultStatus(result) {
        case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE, PGRES_NONFATAL_ERROR: break
        default: return nil
        }
        let state = fairway_pq_state(result).map { String(cString: $0) }
        let severity = fairway_pq_severity(result).map { String(cString: $0) } ?? ""
        let message =
            fairway_pq_message(result).map { String(cString: $0) } ?? String(cString: PQresultErrorMessage(result))
        // A server that terminates the connection may have committed first.
        let isCut = state == nil || severity == "FATAL" || severity == "PANIC"
        self.init(kind: isCut ? .cut : .refused(state: state ?? ""), message: message)
    }
}

extension SQLStatement {
    private static nonisolated(unsafe) let noBytes: UnsafePointer<CChar> = {
        // An empty value needs an address, because a null pointer means SQL's NULL. The byte is never written or freed,
        // so unsynchronised access is safe.
        let address = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
        address.initialize(to: 0)
        return UnsafePointer(address)
    }()

    /// Calls `body` with addresses, lengths and formats of the parameters, as libpq expects them. All formats are
    /// binary.
    func withValues<Result>(_ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) -> Result) -> Result {
        bytes.withUnsafeBytes { bytes in
            let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? Self.noBytes
            var start = 0
            let values = lengths.map { length -> UnsafePointer<CChar>? in
                guard length >= 0 else { return nil }
                defer { start += Int(length) }
                return base + start
            }
            return body(values, lengths, Array(repeating: 1, count: values.count))
        }
    }
}
#endif
