import CEpoll
import Glibc
import Synchronization

/// A listening socket.
final class Listener: Sendable {
    static let tokenBit: UInt64 = 1 << 63
    /// How many connections are accepted in a row before existing ones are served.
    private static let batch = 128
    private static let backlog: Int32 = 4096

    let descriptor: Int32
    let address: SocketAddress
    private let paused = Atomic<Bool>(false)

    /// Only the event loop that watches the socket uses it.
    var isPaused: Bool {
        get { paused.load(ordering: .relaxed) }
        set { paused.store(newValue, ordering: .relaxed) }
    }

    init(_ wanted: SocketAddress) throws(ServerError) {
        let descriptor = socket(
            wanted.family,
            Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue),
            0
        )
        guard descriptor >= 0 else { throw .system("socket", errno) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        if wanted.family == AF_INET6 {
            // Allows another listener on 0.0.0.0 and the same port.
            setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, socklen_t(MemoryLayout<Int32>.size))
        }
        // Accepted sockets inherit this. Responses are sent whole, so Nagle's algorithm would only delay them.
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        let bound = wanted.withSystemAddress { Glibc.bind(descriptor, $0, $1) }
        guard bound == 0, listen(descriptor, Self.backlog) == 0, let address = SocketAddress(ofSocket: descriptor)
        else {
            let code = errno
            Glibc.close(descriptor)
            throw .cannotListen(wanted, code)
        }
        self.descriptor = descriptor
        self.address = address
    }

    func close() { Glibc.close(descriptor) }

    func accept(on loop: EventLoop) { accept(atMost: Self.batch, on: loop) }

    /// Accepts all connections in the backlog. The number is bounded, because new ones may arrive faster.
    func acceptWaiting(on loop: EventLoop) { accept(atMost: Int(Self.backlog) + 1, on: loop) }

    private func accept(atMost count: Int, on loop: EventLoop) {
        for _ in 0..<count {
            var storage = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let accepted = withUnsafeMutablePointer(to: &storage) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    accept4(descriptor, address, &length, Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
                }
            }
            if accepted >= 0 {
                let free = DescriptorLimit.free(from: accepted)
                if free > 0, let peer = SocketAddress(storage) {
                    loop.context.distribute(accepted, peer, from: loop)
                } else {
                    loop.noteDropped()
                    Glibc.close(accepted)
                }
                if free > 1 { continue }
                return pause(on: loop, EMFILE)
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return pause(on: loop, errno)
            default: return
            }
        }
    }

    /// The epoll set is level-triggered, so without a pause it would report the waiting connections again and again.
    private func pause(on loop: EventLoop, _ code: Int32) {
        loop.counters.add(.acceptPauses)
        loop.pause(self, code)
    }
}

extension SocketAddress {
    /// The address that a socket is bound to.
    init?(ofSocket descriptor: Int32) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0 else { return nil }
        self.init(storage)
    }
}
