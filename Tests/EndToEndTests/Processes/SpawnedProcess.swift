import Foundation
import Glibc
import Synchronization

/// A child process and its output.
///
/// Foundation's `Process` has crashed in `run` when many processes start during other tests.
final class SpawnedProcess: Sendable {
    let output: FileHandle
    let errors: FileHandle
    private let pid: pid_t

    enum Failure: Error {
        case notStarted(Int32)
    }

    /// Starts one process at a time, so none inherits another's pipes before they are marked close-on-exec.
    private static let isStarting = Mutex(())

    /// The destination of standard error.
    enum Errors {
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
    init(
        _ executable: URL,
        _ arguments: [String],
        in folder: URL? = nil,
        environment: [String: String] = [:],
        input: URL = URL(filePath: "/dev/null"),
        descriptors: Int? = nil,
        errors destination: Errors = .reader
    ) throws {
        let (output, errors) = Self.isStarting.withLock { _ in
            let pipes = (Pipe(), Pipe())
            for end in [
                pipes.0.fileHandleForReading, pipes.0.fileHandleForWriting, pipes.1.fileHandleForReading,
                pipes.1.fileHandleForWriting,
            ] { _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC) }
            return pipes
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input.path, O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.fileHandleForWriting.fileDescriptor, STDOUT_FILENO)
        switch destination {
        case .reader:
            posix_spawn_file_actions_adddup2(&actions, errors.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
        case .file(let path):
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        }
        // `env` and the shell replace themselves by the executable, so the process id stays the same.
        let place = folder.map { ["/usr/bin/env", "-C", $0.path] } ?? []
        let limit = descriptors.map { ["/bin/sh", "-c", "ulimit -n \($0) && exec \"$@\"", "sh"] } ?? []
        let command = place + limit + [executable.path] + arguments
        var words = command.map { strdup($0) } + [nil]
        // Without a backtracer, which would keep the pipes of a crashed process open.
        let all = ["SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 }
        var variables = all.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var pid = pid_t()
        let code = Self.isStarting.withLock { _ in
            posix_spawn(&pid, command[0], &actions, nil, &words, &variables)
        }
        try output.fileHandleForWriting.close()
        try errors.fileHandleForWriting.close()
        self.output = output.fileHandleForReading
        self.errors = errors.fileHandleForReading
        self.pid = pid
        guard code == 0 else { throw Failure.notStarted(code) }
    }

    /// Sends a signal.
    func send(_ signal: Int32) { kill(pid, signal) }

    /// The processor time of all threads, including ended ones.
    var processorNanoseconds: Int {
        var (clock, time) = (clockid_t(), timespec())
        guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// Waits for the process. Returns its exit code, or the signal that ended it. Call it once.
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : status & 0x7F
    }
}

/// Whether a sanitizer is active, which replaces the allocator and slows everything down.
let isSanitized = dlsym(nil, "__sanitizer_set_death_callback") != nil
