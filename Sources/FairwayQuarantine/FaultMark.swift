import Glibc
import Synchronization

/// Marks the file of the process's flight recorder when a fault ends the process. A process that is killed leaves no mark.
///
/// A handler of the fault's signal stores the mark, restores the action that the signal had before, and lets that take over.
/// Swift's backtraces are such an action. An overflow of the stack leaves no mark, unless the thread has an alternate stack.
struct FaultMark: Hashable, Sendable {
    /// 0 without a fault.
    var signal: Int32
    /// The thread with the fault.
    var thread: pthread_t = 0
    /// By the clock of ``milliseconds``. A process that goes on has recovered from its signal.
    var at = 0

    /// The names of the signals. Swift traps with SIGILL or SIGTRAP, depending on the processor.
    static let names = [
        SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE",
        SIGSEGV: "SIGSEGV",
    ]

    private static let isInstalled = Mutex(false)
    /// Where the handler stores the mark. Unsafe: written under the lock, in one piece. It is a pointer, because access to a
    /// variable may call Swift's runtime, which a signal handler must not do.
    nonisolated(unsafe) private static let place = UnsafeMutablePointer<UnsafeMutablePointer<FaultMark>?>.allocate(
        capacity: 1
    )
    /// The actions before, by signal. Unsafe: written before the handler is installed.
    nonisolated(unsafe) private static let earlier = UnsafeMutablePointer<sigaction>.allocate(capacity: 32)

    /// From now on, a fault stores its mark here, and no longer at an earlier place.
    static func begin(at mark: UnsafeMutablePointer<FaultMark>) {
        isInstalled.withLock { isInstalled in
            place.initialize(to: mark)
            if !isInstalled { install() }
            isInstalled = true
        }
    }

    static func end(at mark: UnsafeMutablePointer<FaultMark>) {
        isInstalled.withLock { _ in
            if place.pointee == mark { place.pointee = nil }
        }
    }

    /// The first use of each property is here or before, because it calls Swift's runtime.
    private static func install() {
        var action = sigaction()
        action.__sigaction_handler.sa_sigaction = { signal, info, _ in FaultMark.handle(signal, info) }
        action.sa_flags = SA_SIGINFO | SA_ONSTACK
        for signal in names.keys {
            sigaction(signal, nil, earlier + Int(signal))
            sigaction(signal, &action, nil)
        }
    }

    /// The signal handler. It may interrupt any code, so it must not allocate or lock.
    private static func handle(_ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?) {
        guard let info else { return }
        // abort() sends its signal to its own process. A signal of another process is no fault.
        let isSent = info.pointee.si_code <= 0
        if !isSent || info.pointee._sifields._kill.si_pid == getpid(), let mark = place.pointee {
            mark.pointee = FaultMark(signal: signal, thread: pthread_self(), at: milliseconds)
        }
        sigaction(signal, earlier + Int(signal), nil)
        // An instruction that faulted is executed again, and faults again. A breakpoint may be over: x86 continues after it.
        if isSent || signal == SIGTRAP { raise(signal) }
    }
}

extension FaultMark {
    var name: String { Self.names[signal] ?? "signal \(signal)" }

    /// A thread in four bytes: its address, without the bits that all threads have in common.
    static func shortened(_ thread: pthread_t) -> UInt32 { UInt32(truncatingIfNeeded: thread >> 6) }

    /// A clock that never goes back. Read from memory that the kernel shares with the process, without a system call.
    static var milliseconds: Int {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &now)
        return now.tv_sec * 1_000 + now.tv_nsec / 1_000_000
    }
}
