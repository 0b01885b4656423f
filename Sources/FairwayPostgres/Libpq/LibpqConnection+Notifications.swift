#if Postgres
import CPostgres

extension LibpqConnection {
    /// Hands on what other connections have notified this one of.
    func takeNotifications() {
        while let notification = PQnotifies(handle) {
            let payload = String(cString: notification.pointee.extra)
            PQfreemem(notification)
            tell(.notified(payload))
        }
    }
}
#endif
