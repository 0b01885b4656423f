/// Values by token. A token whose value is gone finds nothing, even when its place has been taken again: half of it is
/// the place, half counts the uses.
struct SlotTable<Value> {
    private var slots: [(value: Value?, generation: UInt32)] = []
    private var free: [Int] = []
    private(set) var count = 0

    /// The token that the next insertion will give.
    var nextToken: UInt64 {
        guard let slot = free.last else { return UInt64(slots.count) }
        return UInt64(slots[slot].generation) << 32 | UInt64(slot)
    }

    mutating func insert(_ value: Value) -> UInt64 {
        let token = nextToken
        if let slot = free.popLast() {
            slots[slot].value = value
        } else {
            slots.append((value, 0))
        }
        count += 1
        return token
    }

    subscript(_ token: UInt64) -> Value? {
        let slot = Int(token & 0xFFFF_FFFF)
        guard slot < slots.count, slots[slot].generation == UInt32(token >> 32) else { return nil }
        return slots[slot].value
    }

    mutating func remove(_ token: UInt64) {
        guard self[token] != nil else { return }
        let slot = Int(token & 0xFFFF_FFFF)
        slots[slot].value = nil
        // A listener's token has the highest bit, which a connection's must never reach.
        slots[slot].generation = (slots[slot].generation + 1) & 0x7FFF_FFFF
        free.append(slot)
        count -= 1
    }

    var values: [Value] { slots.compactMap(\.value) }
}
