import CSpawn
package import Foundation
import Glibc

/// A child process and its output.
///
/// Foundation's `Process` has crashed in `run` when many processes start during other tests.
package final class SpawnedProcess: Sendable {
    package let output: FileHandle
    package let errors: FileHandle
    private let pid: pid_t

    package enum Failure: Error {
        case notStarted(Int32)
    }

    /// The destination of standard error.
    package enum Errors {
        /// The property `errors`.
        case reader
        case file(String)
    }

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - folder: The working directory.
    ///   - input: Standard input.
    ///   - descriptors: The limit of open files; nil for that of the tests.
    package init(
        _ executable: URL,
        _ arguments: [String],
        in folder: URL? = nil,
        environment: [String: String] = [:],
        input: URL = URL(filePath: "/dev/null"),
        descriptors: Int? = nil,
        errors destination: Errors = .reader
    ) throws {
        let (output, errors) = (try Self.pipe(), try Self.pipe())
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input.path, O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.writing.fileDescriptor, STDOUT_FILENO)
        switch destination {
        case .reader:
            posix_spawn_file_actions_adddup2(&actions, errors.writing.fileDescriptor, STDERR_FILENO)
        case .file(let path):
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        }
        // `env` and the shell replace themselves by the executable, so the process id stays the same.
        let place = folder.map { ["/usr/bin/env", "-C", $0.path] } ?? []
        let limit = descriptors.map { ["/bin/sh", "-c", "ulimit -n \($0) && exec \"$@\"", "sh"] } ?? []
        // Without a backtracer, which would keep the pipes of a crashed process open.
        let all = ["SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 }
        pid = try Self.spawn(place + limit + [executable.path] + arguments, environment: all, &actions)
        try output.writing.close()
        try errors.writing.close()
        (self.output, self.errors) = (output.reading, errors.reading)
    }

    /// Starts a program. It gets only the descriptors of `actions`, and no signals are ignored or blocked.
    ///
    /// Otherwise it would keep the sockets and pipes of other tests open, for which the other end then waits. And Dispatch
    /// blocks signals on its threads.
    package static func spawn(
        _ command: [String],
        environment: [String: String],
        _ actions: inout posix_spawn_file_actions_t,
        flags: Int32 = 0
    ) throws -> pid_t {
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(flags | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        var words = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var pid = pid_t()
        let code = posix_spawn(&pid, command[0], &actions, &attributes, &words, &variables)
        guard code == 0 else { throw Failure.notStarted(code) }
        return pid
    }

    /// A pipe that other processes do not inherit.
    private static func pipe() throws -> (reading: FileHandle, writing: FileHandle) {
        var ends: [Int32] = [0, 0]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw Failure.notStarted(errno) }
        return (
            FileHandle(fileDescriptor: ends[0], closeOnDealloc: true),
            FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        )
    }

    /// Sends a signal.
    package func send(_ signal: Int32) { kill(pid, signal) }

    /// The processor time of all threads, including ended ones.
    package var processorNanoseconds: Int {
        var (clock, time) = (clockid_t(), timespec())
        guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// Reads the output and waits for the process, on a thread of its own: while the few threads that all tests share are
    /// blocked, every other test stands still, and servers close its connections. Call it once.
    package func result() async -> (code: Int32, output: String, errors: String) {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                let text = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
                let complaints = String(decoding: errors.readDataToEndOfFile(), as: UTF8.self)
                continuation.resume(returning: (wait(), text, complaints))
            }
        }
    }

    /// Waits for the process. Returns its exit code, or the signal that ended it. Call it once.
    package func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : status & 0x7F
    }
}
