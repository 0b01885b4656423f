import Glibc

/// For how long what can be read from a socket has been there.
enum SocketAge {
    /// Nanoseconds, in steps of the kernel's clock, since the last bytes came; nil where the system does not say.
    static func nanosecondsSinceData(_ descriptor: Int32) -> UInt64? {
        var info = tcp_info()
        var length = socklen_t(MemoryLayout<tcp_info>.size)
        guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &length) == 0 else { return nil }
        return UInt64(info.tcpi_last_data_recv) * 1_000_000
    }
}
