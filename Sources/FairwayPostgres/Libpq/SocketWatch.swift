#if Postgres
import CEpoll
import Dispatch
import Glibc

/// Watches the socket of one connection, which libpq may exchange for another at each step while it connects.
///
/// Dispatch watches an epoll set, and only that holds the socket. For Dispatch forgets a socket at whose other end somebody
/// has hung up, but not its number: the next socket under that number may never be heard of, and its connection stands
/// still. Nobody hangs up on a set, and it forgets by itself what is closed.
final class SocketWatch {
    private let set: Int32
    private let source: any DispatchSourceRead

    /// What the socket is ready for. One that is broken is ready for both.
    struct Readiness {
        let toRead: Bool
        let toWrite: Bool
    }

    /// - Parameter isReady: Called on the queue until ``end()``.
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

    /// Looks at this socket from now on. False when it cannot; `errno` says why.
    func look(at socket: Int32, toRead: Bool, toWrite: Bool) -> Bool {
        var event = fairway_epoll_event((toRead ? EPOLLIN.rawValue : 0) | (toWrite ? EPOLLOUT.rawValue : 0), 0)
        // One that has taken the place of another, perhaps under its number, is new to the set.
        return epoll_ctl(set, EPOLL_CTL_MOD, socket, &event) == 0
            || epoll_ctl(set, EPOLL_CTL_ADD, socket, &event) == 0
    }

    /// Looks no more.
    func end() { source.cancel() }
}
#endif
