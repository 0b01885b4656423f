import Foundation
import Glibc
import ServerDoubles
import Synchronization
import TestWaits

/// A program that runs in a pseudoterminal.
final class PseudoTerminal: Sendable {
    /// The end that a terminal emulator would use. It also has the terminal's settings, even after the program has ended.
    /// The other end is open in the program only, so the output ends when the program ends.
    private let controller: Int32
    private let name: String
    /// The settings before the program starts, which may change them at once.
    let settingsAtStart: [UInt32]
    private let pid: pid_t
    /// Runs the blocking reads of the output. The global queue has only one thread per processor, and other tests may
    /// block all of them.
    private let waiting = DispatchQueue(label: "fairway.tests.terminal")
    private let output = Mutex<[UInt8]>([])
    private let exitCode = Mutex<Int32?>(nil)

    // Constants that Swift does not import: TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)), POSIX_SPAWN_SETSID
    // (posix_spawn(3)).
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430
    private static let ownSession: Int32 = 0x80
    private static let timeoutSeconds = Int32(TestLimits.secondsForOutput)

    enum Failure: Error {
        case notStarted(Int32)
        /// The expected output did not appear in time. Contains the actual output.
        case notShown(String)
        /// The program ended before. Contains its exit code, or the signal that ended it, and its last output.
        case ended(Int32, String)
    }

    init(
        _ executable: URL,
        _ arguments: [String],
        environment: [String: String] = [:],
        columns: Int = 80,
        rows: Int = 24
    ) throws {
        controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (locked, number) = (Int32(0), UInt32(0))
        guard controller >= 0, ioctl(controller, Self.setLock, &locked) == 0,
            ioctl(controller, Self.getNumber, &number) == 0
        else { throw Failure.notStarted(errno) }
        name = "/dev/pts/\(number)"
        settingsAtStart = Self.settings(of: controller)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The leader of a new session makes the terminal its controlling terminal by opening it (tty_ioctl(4)).
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, name, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
        pid = try SpawnedProcess.spawn(
            [executable.path] + arguments,
            environment: ["TERM": "xterm"].merging(environment) { $1 },
            &actions,
            flags: Self.ownSession
        )
    }

    deinit {
        if exitCode.withLock({ $0 == nil }) {
            kill(pid, SIGKILL)
            _ = wait()
        }
        close(controller)
    }

    /// Types keys.
    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(controller, bytes, bytes.count)
    }

    /// Resizes the window.
    func resize(columns: Int, rows: Int) {
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
    }

    /// Stops the terminal's output, as Control-S does. Later writes to it block (`tcflow(3)`).
    func stopOutput() {
        let terminal = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
        tcflow(terminal, TCOOFF)
        close(terminal)
    }

    /// Sends the program a signal.
    func send(_ signal: Int32) { kill(pid, signal) }

    /// The terminal's settings: flags and control characters.
    var settings: [UInt32] { Self.settings(of: controller) }

    private static func settings(of terminal: Int32) -> [UInt32] {
        var settings = termios()
        tcgetattr(terminal, &settings)
        let characters = withUnsafeBytes(of: settings.c_cc) { $0.map(UInt32.init) }
        return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag] + characters
    }

    /// The whole output.
    var written: String { output.withLock { String(decoding: $0, as: UTF8.self) } }

    /// Waits until the visible rows satisfy a condition.
    @discardableResult
    func screen(where isExpected: @Sendable ([String]) -> Bool) async throws -> [String] {
        while true {
            let rows = Self.rows(of: written)
            if isExpected(rows) { return rows }
            guard await read() else { throw failure(showing: rows.joined(separator: "\n")) }
        }
    }

    /// Waits until the whole output satisfies a condition.
    func output(where isExpected: (String) -> Bool) async throws {
        while !isExpected(written) {
            guard await read() || isExpected(written) else { throw failure(showing: written) }
        }
    }

    /// Why no more output has arrived.
    private func failure(showing shown: String) -> Failure {
        isOver ? .ended(wait(), String(written.suffix(2_000))) : .notShown(shown)
    }

    /// Whether the program has closed the terminal.
    private var isOver: Bool {
        var readiness = pollfd(fd: controller, events: 0, revents: 0)
        return poll(&readiness, 1, 0) > 0 && readiness.revents & Int16(POLLHUP) != 0
    }

    /// Whether the terminal echoes input.
    var showsWhatIsTyped: Bool {
        var settings = termios()
        tcgetattr(controller, &settings)
        return settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Reads until the program exits, and kills it if it stops writing without exiting. Returns its exit code.
    func end() async -> Int32 {
        while await read() {}
        if !isOver { kill(pid, SIGKILL) }
        return wait()
    }

    private static func code(_ status: Int32) -> Int32 {
        status & 0x7F == 0 ? (status >> 8) & 0xFF : status & 0x7F
    }

    private func wait() -> Int32 {
        exitCode.withLock { exitCode in
            if let exitCode { return exitCode }
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
            let code = Self.code(status)
            exitCode = code
            return code
        }
    }

    /// The rows of the last complete frame: the output between "cursor home" (`ESC [H`) and "show cursor"
    /// (`ESC [?25h`).
    private static func rows(of written: String) -> [String] {
        guard let end = written.range(of: "\u{1B}[?25h", options: .backwards),
            let begin = written[..<end.lowerBound].range(of: "\u{1B}[H", options: .backwards)
        else { return [] }
        // The terminal's line discipline inserts a carriage return before each newline.
        let frame = String(written[begin.upperBound..<end.lowerBound].unicodeScalars.filter { $0 != "\r" })
        return frame.split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0).replacing(#/\u{1B}\[[0-9;?]*[A-Za-z]/#, with: "")
        }
    }

    /// Reads more output. Returns false at the end of the output, or if none arrives within the time limit.
    private func read() async -> Bool {
        let controller = controller
        let more: [UInt8] = await withCheckedContinuation { continuation in
            waiting.async {
                var readiness = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
                var buffer = [UInt8](repeating: 0, count: 64 * 1024)
                let isThere = poll(&readiness, 1, Self.timeoutSeconds * 1_000) > 0
                let count = isThere ? Glibc.read(controller, &buffer, buffer.count) : 0
                continuation.resume(returning: Array(buffer.prefix(max(0, count))))
            }
        }
        output.withLock { $0 += more }
        return !more.isEmpty
    }
}
