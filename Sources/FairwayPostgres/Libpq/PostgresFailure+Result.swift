#if Postgres
import CPostgres

extension PostgresFailure {
    /// What went wrong; nil when nothing did.
    init?(_ result: OpaquePointer) {
        switch PQresultStatus(result) {
        case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE, PGRES_NONFATAL_ERROR: break
        default: return nil
        }
        let state = fairway_pq_state(result).map { String(cString: $0) }
        let severity = fairway_pq_severity(result).map { String(cString: $0) } ?? ""
        let message =
            fairway_pq_message(result).map { String(cString: $0) } ?? String(cString: PQresultErrorMessage(result))
        // A server that ends the connection may have committed before it did.
        let isCut = state == nil || severity == "FATAL" || severity == "PANIC"
        self.init(kind: isCut ? .cut : .refused(state: state ?? ""), message: message)
    }
}
#endif
