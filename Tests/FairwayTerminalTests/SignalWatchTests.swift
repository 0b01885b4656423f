import Foundation
import TestWaits
import Testing

@testable import FairwayTerminal

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

struct SignalWatchTests {
    /// Sends the resize signal, because its default action does not terminate the process.
    @Test(.waiting)
    func signalsAreForwardedUntilTheWatchEnds() async {
        let before = signal(SIGWINCH) { _ in }
        defer { signal(SIGWINCH, before) }
        let ours = handler()
        let (signals, continuation) = AsyncStream.makeStream(of: TerminalSignal.self)
        let watch = SignalWatch {
            continuation.yield($0)
        } givingUp: {
        }
        #expect(handler() != ours)
        // Repeat, because a dispatch source starts to watch asynchronously.
        let sender = Task {
            while !Task.isCancelled {
                kill(getpid(), SIGWINCH)
                await Task.yield()
            }
        }
        #expect(await signals.first { _ in true } == .resized)
        sender.cancel()
        await sender.value
        watch.end()
        #expect(handler() == ours)
    }

    private func handler() -> Int {
        var action = sigaction()
        sigaction(SIGWINCH, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    }
}
