import Synchronization

/// The events of a simulation in order, as a hash for comparing two runs and optionally as text.
final class History: Sendable {
    private let state: Mutex<State>

    private struct State {
        /// FNV-1a (https://www.rfc-editor.org/rfc/rfc9923.html).
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        var count = 0
        var lines: [String]?
    }

    /// Creates a history that keeps its lines or only hashes them.
    init(keepsLines: Bool) { state = Mutex(State(lines: keepsLines ? [] : nil)) }

    var hash: UInt64 { state.withLock(\.hash) }
    var count: Int { state.withLock(\.count) }
    var lines: [String] { state.withLock { $0.lines ?? [] } }

    /// Records an event.
    func note(_ line: String, _ bytes: [UInt8] = []) {
        state.withLock { state in
            for byte in line.utf8 { state.hash = (state.hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
            for byte in bytes { state.hash = (state.hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
            state.count += 1
            state.lines?.append(bytes.isEmpty ? line : line + " " + String(decoding: bytes, as: UTF8.self))
        }
    }
}
