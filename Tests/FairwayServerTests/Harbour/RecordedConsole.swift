import FairwayServer
import Synchronization

/// A console that records its output.
final class RecordedConsole: Sendable {
    private let written = Mutex((output: [UInt8](), errors: [UInt8]()))
    private let errorsAreRead: Bool
    private let terminal: OutputTerminal?

    init(errorsAreRead: Bool = false, terminal: OutputTerminal? = nil) {
        self.terminal = terminal
        self.errorsAreRead = errorsAreRead
    }

    var console: Console {
        Console(
            output: { bytes in self.written.withLock { $0.output += bytes } },
            errors: { bytes in self.written.withLock { $0.errors += bytes } },
            errorsAreRead: errorsAreRead,
            terminal: terminal
        )
    }

    var output: String { String(decoding: written.withLock(\.output), as: UTF8.self) }
    var errors: String { String(decoding: written.withLock(\.errors), as: UTF8.self) }
}
