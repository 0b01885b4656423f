import CEpoll
import Glibc

/// The connections of a load, waited on together by one thread.
final class LoadPoller {
    private let descriptor = epoll_create1(0)
    private var events: [epoll_event]
    /// Kept for its memory.
    private var numbers: [Int] = []

    init(_ connections: [LoadConnection]) {
        events = [epoll_event](repeating: epoll_event(), count: connections.count)
        for (index, connection) in connections.enumerated() {
            var event = fairway_epoll_event(UInt32(EPOLLIN.rawValue), UInt64(index))
            epoll_ctl(descriptor, EPOLL_CTL_ADD, connection.descriptor, &event)
        }
    }

    deinit { close(descriptor) }

    /// The numbers of the connections on which something has come, having waited for the first; none: nothing came.
    func wait(milliseconds: Int32) -> [Int] {
        var ready: Int32 = 0
        // A signal is no silence.
        repeat {
            ready = epoll_wait(descriptor, &events, Int32(events.count), milliseconds)
        } while ready < 0 && errno == EINTR
        numbers.removeAll(keepingCapacity: true)
        for index in 0..<Int(max(0, ready)) { numbers.append(Int(fairway_epoll_token(&events[index]))) }
        return numbers
    }
}
