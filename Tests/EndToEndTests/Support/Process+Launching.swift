import Foundation
import Synchronization

extension Process {
    private static let isLaunching = Mutex(())

    /// Runs it, one at a time: Foundation was seen to crash in `run` when many processes were started at once.
    func launchAlone() throws {
        try Self.isLaunching.withLock { _ in try run() }
    }
}
