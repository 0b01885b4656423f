import CEpoll
import Glibc

/// The set of descriptors of one event queue, itself a descriptor that is readable when one of them is ready. All that
/// is particular to an operating system is in here; where there is kqueue instead of epoll, that would stand here.
///
/// Level-triggered: an event that was not dealt with comes again, and a read that took less than it had room for needs
/// no second one to learn that there is no more. Edge triggering would save no system call here.
struct Poller: ~Copyable {
    /// So many are handed out at a time: the first of them are answered before the next are read.
    static let capacity = 64
    private static let interruption = UInt64.max

    let descriptor: Int32
    private let interruptions: Int32
    private let events: UnsafeMutableBufferPointer<epoll_event>

    init() throws(ServerError) {
        let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        let interruptions = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        guard descriptor >= 0, interruptions >= 0 else {
            let code = errno
            close(descriptor)
            close(interruptions)
            throw .system("epoll_create1 or eventfd", code)
        }
        // Edge-triggered: each write is reported once, and only a sleep reads the sum.
        var event = fairway_epoll_event(EPOLLIN.rawValue | EPOLLET.rawValue, Self.interruption)
        epoll_ctl(descriptor, EPOLL_CTL_ADD, interruptions, &event)
        self.descriptor = descriptor
        self.interruptions = interruptions
        events = .allocate(capacity: Self.capacity)
        events.initialize(repeating: epoll_event())
    }

    deinit {
        events.deallocate()
        close(interruptions)
        close(descriptor)
    }

    func add(_ descriptor: Int32, _ interest: Interest, token: UInt64) -> Bool {
        control(EPOLL_CTL_ADD, descriptor, interest, token) == 0
    }

    func modify(_ descriptor: Int32, _ interest: Interest, token: UInt64) {
        let result = control(EPOLL_CTL_MOD, descriptor, interest, token)
        precondition(result == 0, "A descriptor was not in its event queue's set.")
    }

    func remove(_ descriptor: Int32) {
        _ = control(EPOLL_CTL_DEL, descriptor, [], 0)
    }

    private func control(_ operation: Int32, _ descriptor: Int32, _ interest: Interest, _ token: UInt64) -> Int32 {
        var events: UInt32 = 0
        if interest.contains(.readable) { events |= EPOLLIN.rawValue }
        if interest.contains(.writable) { events |= EPOLLOUT.rawValue }
        if interest.contains(.end) { events |= EPOLLRDHUP.rawValue }
        var event = fairway_epoll_event(events, token)
        return epoll_ctl(self.descriptor, operation, descriptor, &event)
    }

    /// Calls `body` for descriptors that are ready, having waited for the first of them. Returns how many they were,
    /// an interruption included: where they are ``capacity``, there may be more, which come next, before those.
    func drain(waitingMilliseconds wait: Int32, _ body: (UInt64, Readiness) -> Void) -> Int {
        let count = Int(epoll_wait(descriptor, events.baseAddress, Int32(Self.capacity), wait))
        guard count > 0 else { return 0 }
        for index in 0..<count {
            let flags = events[index].events
            var readiness: Readiness = []
            if flags & EPOLLIN.rawValue != 0 { readiness.insert(.readable) }
            if flags & EPOLLOUT.rawValue != 0 { readiness.insert(.writable) }
            if flags & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { readiness.insert(.gone) }
            if flags & EPOLLRDHUP.rawValue != 0 { readiness.insert(.ended) }
            let token = fairway_epoll_token(&events[index])
            if token != Self.interruption { body(token, readiness) }
        }
        return count
    }

    /// Waits for an interruption alone; false: none came.
    func sleep(atMostMilliseconds wait: Int32) -> Bool {
        var event = pollfd(fd: interruptions, events: Int16(POLLIN), revents: 0)
        guard poll(&event, 1, wait) > 0 else { return false }
        var sum: UInt64 = 0
        read(interruptions, &sum, MemoryLayout<UInt64>.size)
        return true
    }

    /// Ends a wait, from another thread.
    func interrupt() {
        var one: UInt64 = 1
        write(interruptions, &one, MemoryLayout<UInt64>.size)
    }
}
