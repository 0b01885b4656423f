import CEpoll
import Glibc

/// The limit on open files and sockets of this process.
///
/// Clients must never exhaust the descriptors. On Linux, Dispatch opens `/proc/<thread>/stat` once a second under load,
/// and ends the process if it cannot. A reserve is kept, and accepting pauses when only the reserve is left.
package enum DescriptorLimit {
    /// For Dispatch, and for files that handlers open.
    static let reserve = 64

    /// Raises the soft limit to the hard limit. The soft limit is usually 1024, for programs that call `select`.
    package static func raise() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
    }

    /// The number of descriptors left for connections.
    static var free: Int {
        let lowest = eventfd(0, Int32(EFD_CLOEXEC))
        guard lowest >= 0 else { return 0 }
        defer { close(lowest) }
        return free(from: lowest)
    }

    /// The number of descriptors left for connections, including `descriptor`, which was just opened. The kernel
    /// assigns the lowest free descriptor, so all below it are in use.
    static func free(from descriptor: Int32) -> Int {
        var limit = rlimit()
        getrlimit(resource, &limit)
        return max(0, Int(min(limit.rlim_cur, rlim_t(Int32.max))) - reserve - Int(descriptor))
    }

    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
}
