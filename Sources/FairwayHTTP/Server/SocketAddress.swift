import CEpoll
import Glibc

/// An IPv4 or IPv6 address with a port.
public struct SocketAddress: Sendable, Hashable, CustomStringConvertible {
    private var high: UInt64 = 0
    private var low: UInt64 = 0
    private var scope: UInt32 = 0
    private let isIPv6: Bool
    /// The port; 0 asks for a free one.
    public let port: UInt16

    /// 127.0.0.1, without a port.
    public static let loopback = SocketAddress(in_addr(s_addr: INADDR_LOOPBACK.bigEndian), 0)

    /// Reads a numeric address: `127.0.0.1`, `::1`. Nil if it is not one.
    public init?(_ host: String, port: UInt16) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, host, &four) == 1 {
            self.init(four, port)
        } else if inet_pton(AF_INET6, host, &six) == 1 {
            self.init(six, port, scope: 0)
        } else {
            return nil
        }
    }

    init(_ address: in_addr, _ port: UInt16) {
        isIPv6 = false
        self.port = port
        low = UInt64(UInt32(bigEndian: address.s_addr))
    }

    init(_ address: in6_addr, _ port: UInt16, scope: UInt32) {
        isIPv6 = true
        self.port = port
        self.scope = scope
        (high, low) = withUnsafeBytes(of: address) { bytes in
            (
                UInt64(bigEndian: bytes.load(as: UInt64.self)),
                UInt64(bigEndian: bytes.load(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }

    init?(_ storage: sockaddr_storage) {
        let address = withUnsafeBytes(of: storage) { bytes -> SocketAddress? in
            switch Int32(storage.ss_family) {
            case AF_INET:
                let four = bytes.load(as: sockaddr_in.self)
                return SocketAddress(four.sin_addr, UInt16(bigEndian: four.sin_port))
            case AF_INET6:
                let six = bytes.load(as: sockaddr_in6.self)
                return SocketAddress(six.sin6_addr, UInt16(bigEndian: six.sin6_port), scope: six.sin6_scope_id)
            default:
                return nil
            }
        }
        guard let address else { return nil }
        self = address
    }

    package var family: Int32 { isIPv6 ? AF_INET6 : AF_INET }

    /// Connects a socket. False: `errno` has the reason.
    package func connect(_ descriptor: Int32) -> Bool {
        withSystemAddress { Glibc.connect(descriptor, $0, $1) } == 0
    }

    /// Calls `body` with the address as a `sockaddr`.
    func withSystemAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var storage = sockaddr_storage()
        let size = withUnsafeMutableBytes(of: &storage) { bytes in
            if isIPv6 {
                var six = sockaddr_in6()
                six.sin6_family = sa_family_t(AF_INET6)
                six.sin6_port = port.bigEndian
                six.sin6_addr = systemAddress6
                six.sin6_scope_id = scope
                bytes.storeBytes(of: six, as: sockaddr_in6.self)
                return MemoryLayout<sockaddr_in6>.size
            }
            var four = sockaddr_in()
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port.bigEndian
            four.sin_addr = systemAddress4
            bytes.storeBytes(of: four, as: sockaddr_in.self)
            return MemoryLayout<sockaddr_in>.size
        }
        return withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(size)) }
        }
    }

    private var systemAddress4: in_addr { in_addr(s_addr: UInt32(truncatingIfNeeded: low).bigEndian) }

    private var systemAddress6: in6_addr {
        var address = in6_addr()
        withUnsafeMutableBytes(of: &address) { bytes in
            bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
            bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return address
    }

    /// The address without its port. An IPv4 address is mapped to IPv6 (RFC 4291 section 2.5.5.2).
    var bits: UInt128 { isIPv6 ? UInt128(high) << 64 | UInt128(low) : 0xFFFF_0000_0000 | UInt128(low) }

    /// Identifies a client for limits: its IPv4 address, or its /64 network of IPv6, because it can use any address in
    /// that network. An IPv4-mapped IPv6 address counts as its IPv4 address.
    var network: UInt64 {
        let isMapped = high == 0 && low >> 32 == 0xFFFF
        return isIPv6 && !isMapped ? high : low & 0xFFFF_FFFF
    }

    /// The address alone: `127.0.0.1`, `::1`.
    public var host: String {
        guard isIPv6 else {
            return "\(low >> 24 & 0xFF).\(low >> 16 & 0xFF).\(low >> 8 & 0xFF).\(low & 0xFF)"
        }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
            var address = systemAddress6
            inet_ntop(AF_INET6, &address, text.baseAddress, socklen_t(text.count))
            return text.baseAddress.map { String(cString: $0) } ?? ""
        }
    }

    /// The address and port as in a URL: `127.0.0.1:8080`, `[::1]:8080`.
    public var description: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
