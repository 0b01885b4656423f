import Foundation
import Testing

@testable import FairwayTerminal

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

struct SignalWatchTests {
    /// A change of the window's size, which does nothing where nobody asked for it.
    @Test(.timeLimit(.minutes(10)))
    func signalsAreHandedOnForAWhileAndThenDoWhatTheyDidBefore() async {
        let before = signal(SIGWINCH) { _ in }
        defer { signal(SIGWINCH, before) }
        let ours = handler()
        let (signals, continuation) = AsyncStream.makeStream(of: TerminalSignal.self)
        let watch = SignalWatch {
            continuation.yield($0)
        } givingUp: {
        }
        #expect(handler() != ours)
        // Again and again: Dispatch begins to watch some time after it was told to.
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
