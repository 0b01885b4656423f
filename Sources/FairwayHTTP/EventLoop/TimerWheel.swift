/// A timer wheel: tokens by the tick at which they are due.
///
/// Deadlines are checked lazily. A deadline that moves to a later tick changes nothing here: when its token is due, the
/// caller inserts it again.
struct TimerWheel {
    private static let span: UInt64 = 128

    private var slots = [[UInt64]](repeating: [], count: Int(span))
    private(set) var now: UInt64 = 0

    /// Inserts a token. Returns the tick at which it is due: `tick`, but at the earliest the next one, and at the latest
    /// the end of the wheel's span.
    mutating func insert(_ token: UInt64, at tick: UInt64) -> UInt64 {
        let due = min(max(tick, now + 1), now + Self.span - 1)
        slots[Int(due % Self.span)].append(token)
        return due
    }

    /// Advances to `tick` and removes the tokens that are due by then.
    mutating func advance(to tick: UInt64) -> [(token: UInt64, due: UInt64)] {
        guard tick > now else { return [] }
        var due: [(token: UInt64, due: UInt64)] = []
        let last = min(tick, now + Self.span - 1)
        for moment in now + 1...last {
            let slot = Int(moment % Self.span)
            due += slots[slot].map { ($0, moment) }
            slots[slot] = []
        }
        now = tick
        return due
    }
}

/// Values by token. A token's lower half is an index, and its upper half counts the uses of that index. The token of a
/// removed value therefore finds nothing, even when its index is in use again.
struct TokenTable<Value> {
    private var entries: [(value: Value?, generation: UInt32)] = []
    private var free: [Int] = []
    private(set) var count = 0

    /// The token of the next insertion.
    var nextToken: UInt64 {
        guard let index = free.last else { return UInt64(entries.count) }
        return UInt64(entries[index].generation) << 32 | UInt64(index)
    }

    mutating func insert(_ value: Value) -> UInt64 {
        let token = nextToken
        if let index = free.popLast() {
            entries[index].value = value
        } else {
            entries.append((value, 0))
        }
        count += 1
        return token
    }

    subscript(_ token: UInt64) -> Value? {
        let index = Int(token & 0xFFFF_FFFF)
        guard index < entries.count, entries[index].generation == UInt32(token >> 32) else { return nil }
        return entries[index].value
    }

    mutating func remove(_ token: UInt64) {
        guard self[token] != nil else { return }
        let index = Int(token & 0xFFFF_FFFF)
        entries[index].value = nil
        // Without the highest bit, which marks the tokens of listeners.
        entries[index].generation = (entries[index].generation + 1) & 0x7FFF_FFFF
        free.append(index)
        count -= 1
    }

    var values: [Value] { entries.compactMap(\.value) }
}
