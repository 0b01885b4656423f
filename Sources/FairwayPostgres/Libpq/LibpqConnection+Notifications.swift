#if Postgres
import CPostgres

extension LibpqConnection {
    /// Hands on what other connections have notified this one of. What it has sent itself comes back as well.
    func takeNotifications() {
        while let notification = PQnotifies(handle) {
            let isOwn = notification.pointee.be_pid == PQbackendPID(handle)
            let payload = String(cString: notification.pointee.extra)
            PQfreemem(notification)
            if !isOwn { tell(.notified(payload)) }
        }
    }
}
#endif
