public import Fairway
import Synchronization

/// Records the lines that an app writes with `AppLog`.
public final class RecordedLog: Sendable {
    /// The lines that are kept. Later ones are dropped.
    private static let mostLines = 10_000

    private let state = Mutex<[AppLogLine]>([])

    /// Creates a record without lines.
    public init() {}

    /// The lines, oldest first.
    public var lines: [AppLogLine] { state.withLock(\.self) }
}

extension RecordedLog: EngineObserver {
    package func logged(_ line: AppLogLine) {
        state.withLock { if $0.count < Self.mostLines { $0.append(line) } }
    }
}
