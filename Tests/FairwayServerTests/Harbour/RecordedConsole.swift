import FairwayServer
import Synchronization

/// A console that records its output.
final class RecordedConsole: Sendable {
    private let written = Mutex((output: [UInt8](), errors: [UInt8]()))
    private let errorsAreRead: Bool
    private let width: Int?

    init(errorsAreRead: Bool = false, width: Int? = nil) {
        self.width = width
        self.errorsAreRead = errorsAreRead
    }

    var console: Console {
        Console(
            output: { bytes in self.written.withLock { $0.output += bytes } },
            errors: { bytes in self.written.withLock { $0.errors += bytes } },
            errorsAreRead: errorsAreRead,
            width: width
        )
    }

    var output: String { String(decoding: written.withLock(\.output), as: UTF8.self) }
    var errors: String { String(decoding: written.withLock(\.errors), as: UTF8.self) }
}
