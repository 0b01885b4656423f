import CEpoll
import Glibc

/// How many files and sockets this process may have open.
///
/// On Linux, Dispatch ends the process when it cannot open `/proc/<thread>/stat`, which it does once a second under
/// load to count its busy threads. So clients must never be able to use up the descriptors: some are kept back, and
/// whoever comes when only those are left has to wait.
package enum DescriptorLimit {
    /// Kept back, for Dispatch and for files that whoever answers has to open.
    static let reserve = 64

    /// Allows this process as many as the system lets it have. What is usual for a shell, 1024, is for programs that
    /// use `select`.
    package static func raise() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
    }

    /// How many descriptors there are for connections, besides those that are open now and those kept back.
    static var free: Int {
        let lowest = eventfd(0, Int32(EFD_CLOEXEC))
        guard lowest >= 0 else { return 0 }
        defer { close(lowest) }
        return free(from: lowest)
    }

    /// How many there are from one on that was just opened, itself counted; none when it is one of the last. The kernel
    /// gives the lowest that is free, so all below it are in use.
    static func free(from descriptor: Int32) -> Int {
        var limit = rlimit()
        getrlimit(resource, &limit)
        return max(0, Int(min(limit.rlim_cur, rlim_t(Int32.max))) - reserve - Int(descriptor))
    }

    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
}
