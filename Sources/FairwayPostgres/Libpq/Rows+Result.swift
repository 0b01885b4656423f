#if Postgres
import CPostgres

extension Rows {
    /// Copies what a statement gave.
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
#endif
