#if Postgres
import CEpoll
import Dispatch
import Glibc

/// Monitors the socket of a connection. libpq may replace the socket at each step while it connects.
///
/// Dispatch does not monitor the socket itself, but an epoll set that contains it. After a hang-up, Dispatch drops a
/// socket but remembers its descriptor, and may then never report the next socket with the same descriptor. An epoll
/// set never hangs up, and the kernel removes closed sockets from it.
final class SocketMonitor {
    private let set: Int32
    private let source: any DispatchSourceRead

    /// The readiness of the socket. A broken socket is ready for both.
    struct Readiness {
        let toRead: Bool
        let toWrite: Bool
    }

    /// Creates a monitor that calls `isReady` on `queue` until ``end()``.
    init(on queue: DispatchQueue, _ isReady: @escaping (Readiness) -> Void) throws(PostgresFailure) {
        let set = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard set >= 0 else {
            throw PostgresFailure(
                kind: .withoutDescriptor,
                message: "epoll_create1: \(String(cString: strerror(errno)))"
            )
        }
        self.set = set
        source = DispatchSource.makeReadSource(fileDescriptor: set, queue: queue)
        source.setEventHandler {
            var event = epoll_event()
            guard epoll_wait(set, &event, 1, 0) == 1 else { return }
            let isBroken = event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
            isReady(
                Readiness(
                    toRead: isBroken || event.events & EPOLLIN.rawValue != 0,
                    toWrite: isBroken || event.events & EPOLLOUT.rawValue != 0
                )
            )
        }
        source.setCancelHandler { close(set) }
        source.activate()
    }

    /// Monitors this socket from now on. Returns false on failure, with the reason in `errno`.
    func watch(_ socket: Int32, toRead: Bool, toWrite: Bool) -> Bool {
        var event = fairway_epoll_event((toRead ? EPOLLIN.rawValue : 0) | (toWrite ? EPOLLOUT.rawValue : 0), 0)
        // A new socket may have the number of the old one, which the kernel has removed from the set.
        return epoll_ctl(set, EPOLL_CTL_MOD, socket, &event) == 0
            || epoll_ctl(set, EPOLL_CTL_ADD, socket, &event) == 0
    }

    func end() { source.cancel() }
}
#endif
