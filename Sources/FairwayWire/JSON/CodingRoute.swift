import Synchronization

/// How the coder handles a type. Finding out takes several conformance look-ups, so the result is cached per type.
enum CodingRoute {
    case codable
    case direct
    case string
    case int
    case double
    case bool

    @inline(__always)
    static func encoding(_ type: Any.Type) -> CodingRoute { encodingRoutes[type] ?? findEncoding(type) }

    @inline(__always)
    static func decoding(_ type: Any.Type) -> CodingRoute { decodingRoutes[type] ?? findDecoding(type) }

    private static let encodingRoutes = TypeTable<CodingRoute>()
    private static let decodingRoutes = TypeTable<CodingRoute>()

    @inline(never)
    private static func findEncoding(_ type: Any.Type) -> CodingRoute {
        let route = route(of: type, isDirect: type is any DirectlyEncodable.Type)
        encodingRoutes.insert(route, for: type)
        return route
    }

    @inline(never)
    private static func findDecoding(_ type: Any.Type) -> CodingRoute {
        let route = route(of: type, isDirect: type is any DirectlyDecodable.Type)
        decodingRoutes.insert(route, for: type)
        return route
    }

    private static func route(of type: Any.Type, isDirect: Bool) -> CodingRoute {
        if type == String.self { return .string }
        if type == Int.self { return .int }
        if type == Double.self { return .double }
        if type == Bool.self { return .bool }
        return isDirect ? .direct : .codable
    }
}

/// A type that the coder writes itself, without calling the type's `encode(to:)`.
protocol DirectlyEncodable {
    /// Writes exactly one value.
    func encode(into encoder: ByteEncoder) throws
}

/// A type that the coder reads itself, without calling the type's `init(from:)`.
protocol DirectlyDecodable {
    init(at index: Int, of document: JSONDocument) throws
}

typealias DirectlyCodable = DirectlyEncodable & DirectlyDecodable

/// A lock-free cache of a value per type, of a fixed size.
///
/// An entry is inserted once and never changed or removed. If the eight slots that a type may use are taken, the type
/// is not cached and its value is computed again each time.
struct TypeTable<Value: Sendable>: @unchecked Sendable {
    private struct Entry {
        let type: ObjectIdentifier
        let value: Value
    }

    // Unchecked because of the pointer. The pointer never changes, the memory is never freed, and its slots are atomic.
    // A slot holds the address of an entry, or zero.
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
