import Glibc

/// Why a server cannot start.
public enum ServerError: Error, Sendable, CustomStringConvertible {
    /// The address is taken, not this machine's, or needs a right; with the `errno`.
    case cannotListen(SocketAddress, Int32)
    /// A system call failed that should not; with the `errno`.
    case system(String, Int32)

    /// What happened, and what to do about it.
    public var description: String {
        switch self {
        case .cannotListen(let address, EADDRINUSE):
            "Another program listens on \(address) already; end it or choose another port (0 takes a free one)."
        case .cannotListen(let address, EACCES):
            "Listening on \(address) needs a right this process has not; choose a port from 1024 upwards."
        case .cannotListen(let address, let code):
            "Cannot listen on \(address): \(String(cString: strerror(code))); choose an address of this machine."
        case .system(let call, let code): "\(call) failed: \(String(cString: strerror(code)))."
        }
    }
}
