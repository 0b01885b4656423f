import CEpoll
import Glibc

/// The events that a descriptor is watched for.
struct PollInterest: OptionSet {
    let rawValue: UInt8
    static let readable = PollInterest(rawValue: 1)
    static let writable = PollInterest(rawValue: 2)
    /// The end of the input, even before the received bytes are read.
    static let end = PollInterest(rawValue: 4)
}

/// The events of a descriptor.
struct PollReadiness: OptionSet {
    let rawValue: UInt8
    static let readable = PollReadiness(rawValue: 1)
    static let writable = PollReadiness(rawValue: 2)
    /// The connection was reset, or is closed in both directions.
    static let closed = PollReadiness(rawValue: 4)
    /// The input has ended.
    static let ended = PollReadiness(rawValue: 8)
}

/// The epoll set of an event loop, itself a descriptor that is readable when one of its descriptors is ready. All code
/// that is specific to Linux's event notification is here.
///
/// The set is level-triggered: unhandled events are reported again, and a read that does not fill its buffer need not
/// be repeated.
struct Poller: ~Copyable {
    /// The size of a batch. Each batch is handled before the next is read.
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
        // Edge-triggered: each write is reported once, and the counter is read only in `sleep`.
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

    func add(_ descriptor: Int32, _ interest: PollInterest, token: UInt64) -> Bool {
        control(EPOLL_CTL_ADD, descriptor, interest, token) == 0
    }

    func modify(_ descriptor: Int32, _ interest: PollInterest, token: UInt64) {
        let result = control(EPOLL_CTL_MOD, descriptor, interest, token)
        precondition(result == 0, "A descriptor was not in the epoll set of its event loop.")
    }

    func remove(_ descriptor: Int32) {
        _ = control(EPOLL_CTL_DEL, descriptor, [], 0)
    }

    private func control(_ operation: Int32, _ descriptor: Int32, _ interest: PollInterest, _ token: UInt64) -> Int32 {
        var events: UInt32 = 0
        if interest.contains(.readable) { events |= EPOLLIN.rawValue }
        if interest.contains(.writable) { events |= EPOLLOUT.rawValue }
        if interest.contains(.end) { events |= EPOLLRDHUP.rawValue }
        var event = fairway_epoll_event(events, token)
        return epoll_ctl(self.descriptor, operation, descriptor, &event)
    }

    /// Waits for ready descriptors and calls `body` for each. Returns their number, including an interruption. If it is
    /// ``capacity``, more may be ready, and the next call reports those first.
    func drain(waitingMilliseconds wait: Int32, _ body: (UInt64, PollReadiness) -> Void) -> Int {
        let count = Int(epoll_wait(descriptor, events.baseAddress, Int32(Self.capacity), wait))
        guard count > 0 else { return 0 }
        for index in 0..<count {
            let flags = events[index].events
            var readiness: PollReadiness = []
            if flags & EPOLLIN.rawValue != 0 { readiness.insert(.readable) }
            if flags & EPOLLOUT.rawValue != 0 { readiness.insert(.writable) }
            if flags & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { readiness.insert(.closed) }
            if flags & EPOLLRDHUP.rawValue != 0 { readiness.insert(.ended) }
            let token = fairway_epoll_token(&events[index])
            if token != Self.interruption { body(token, readiness) }
        }
        return count
    }

    /// Waits for an interruption only. False: the time is up.
    func sleep(atMostMilliseconds wait: Int32) -> Bool {
        var event = pollfd(fd: interruptions, events: Int16(POLLIN), revents: 0)
        guard poll(&event, 1, wait) > 0 else { return false }
        var sum: UInt64 = 0
        read(interruptions, &sum, MemoryLayout<UInt64>.size)
        return true
    }

    /// Ends a wait. Can be called from any thread.
    func interrupt() {
        var one: UInt64 = 1
        write(interruptions, &one, MemoryLayout<UInt64>.size)
    }
}
