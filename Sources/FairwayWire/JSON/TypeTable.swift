import Synchronization

/// What has been found out about types, to be read by any thread without a lock.
///
/// An entry is made once, is never changed, and stays: types do too. The table does not grow. A type for which there is
/// no room near its place is found out about again every time: slower, never wrong.
struct TypeTable<Value: Sendable>: @unchecked Sendable {
    private struct Entry {
        let type: ObjectIdentifier
        let value: Value
    }

    // Unchecked because of the pointer: it is never changed or freed, and the slots that it points to are atomic. Each
    // holds the address of an entry, or zero.
    private let slots: UnsafeMutablePointer<Atomic<UInt>>

    private static var size: Int { 4096 }
    private static var places: Int { 8 }

    init() {
        slots = .allocate(capacity: Self.size)
        for index in 0..<Self.size { (slots + index).initialize(to: Atomic(0)) }
    }

    @inline(__always)
    subscript(type: Any.Type) -> Value? {
        let type = ObjectIdentifier(type)
        for place in 0..<Self.places {
            let address = slots[Self.slot(type, place)].load(ordering: .acquiring)
            guard let entry = UnsafePointer<Entry>(bitPattern: address) else { return nil }
            if entry.pointee.type == type { return entry.pointee.value }
        }
        return nil
    }

    @inline(never)
    func insert(_ value: Value, for type: Any.Type) {
        let type = ObjectIdentifier(type)
        let entry = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
        entry.initialize(to: Entry(type: type, value: value))
        for place in 0..<Self.places {
            let slot = slots + Self.slot(type, place)
            let result = slot.pointee.compareExchange(
                expected: 0,
                desired: UInt(bitPattern: entry),
                ordering: .acquiringAndReleasing
            )
            if result.exchanged { return }
        }
        entry.deinitialize(count: 1)
        entry.deallocate()
    }

    /// Addresses of types differ in their middle bits.
    @inline(__always)
    private static func slot(_ type: ObjectIdentifier, _ place: Int) -> Int {
        let address = Int(bitPattern: type)
        return ((address >> 4 ^ address >> 16) &+ place) & (size - 1)
    }
}
