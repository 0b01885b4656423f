import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Hands signals on for a while; afterwards they do again what they did before.
struct SignalWatch {
    /// How long a signal to end may go unheeded: who stands still before a terminal that takes nothing more would do so for
    /// ever.
    private static let patienceSeconds = 2.0
    private let watched: [Watched]
    private let isOver = Flag()

    /// Something that comes to be so, once.
    private final class Flag: Sendable {
        private let value = Atomic<Bool>(false)
        var isSet: Bool { value.load(ordering: .acquiring) }
        func set() { value.store(true, ordering: .releasing) }
    }

    private struct Watched {
        let number: Int32
        let before: (@convention(c) (Int32) -> Void)?
        let source: any DispatchSourceSignal
    }

    /// Hands on what arrives from now on.
    ///
    /// - Parameter giveUp: Called when a signal to end has had no effect for too long; then the process ends by it.
    init(_ take: @escaping @Sendable (TerminalSignal) -> Void, givingUp giveUp: @escaping @Sendable () -> Void) {
        let isOver = isOver
        watched = TerminalSignal.allCases.map { one in
            // Dispatch sees a signal beside the default action, which would end the process before that.
            let before = signal(one.number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: one.number)
            source.setEventHandler {
                take(one)
                guard one != .resized else { return }
                DispatchQueue.global().asyncAfter(deadline: .now() + Self.patienceSeconds) {
                    guard !isOver.isSet else { return }
                    giveUp()
                    signal(one.number, SIG_DFL)
                    kill(getpid(), one.number)
                }
            }
            source.resume()
            return Watched(number: one.number, before: before, source: source)
        }
    }

    /// Hands on nothing more.
    func end() {
        isOver.set()
        for one in watched {
            one.source.cancel()
            signal(one.number, one.before)
        }
    }
}
