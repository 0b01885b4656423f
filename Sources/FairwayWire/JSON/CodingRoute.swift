import Synchronization

/// How a type crosses this coder: by a short cut, directly, or through its own `Codable` conformance.
///
/// Finding out takes several conformance look-ups, each slower than coding a whole string, so it is done once a type and
/// remembered.
enum CodingRoute: UInt {
    case codable = 1
    case direct
    case string
    case int
    case double
    case bool

    @inline(__always)
    static func encoding(_ type: Any.Type) -> CodingRoute {
        encodingRoutes[type]
            ?? encodingRoutes.remember(type) { type in
                route(of: type, isDirect: type is any DirectlyEncodable.Type)
            }
    }

    @inline(__always)
    static func decoding(_ type: Any.Type) -> CodingRoute {
        decodingRoutes[type]
            ?? decodingRoutes.remember(type) { type in
                route(of: type, isDirect: type is any DirectlyDecodable.Type)
            }
    }

    private static func route(of type: Any.Type, isDirect: Bool) -> CodingRoute {
        if type == String.self { return .string }
        if type == Int.self { return .int }
        if type == Double.self { return .double }
        if type == Bool.self { return .bool }
        return isDirect ? .direct : .codable
    }

    private static let encodingRoutes = CodingRoutes()
    private static let decodingRoutes = CodingRoutes()
}

/// A table from types to routes, read without a lock.
///
/// Every slot is one word, a type's address with the route in the three bits that are always zero in it, so that a
/// reader sees all of an entry or nothing. Two types that fall into one slot take turns in it: slower, never wrong.
private struct CodingRoutes: @unchecked Sendable {
    // Unchecked because of the pointer: it is never freed or changed, and what it points to is atomic.
    private let slots: UnsafeMutablePointer<Atomic<UInt>>
    private static let size: UInt = 2048
    private static let routeBits: UInt = 7

    init() {
        slots = .allocate(capacity: Int(Self.size))
        for index in 0..<Int(Self.size) { (slots + index).initialize(to: Atomic(0)) }
    }

    @inline(__always)
    subscript(type: Any.Type) -> CodingRoute? {
        let address = UInt(bitPattern: ObjectIdentifier(type))
        let word = slots[Self.slot(address)].load(ordering: .relaxed)
        return word & ~Self.routeBits == address ? CodingRoute(rawValue: word & Self.routeBits) : nil
    }

    @inline(never)
    func remember(_ type: Any.Type, _ find: (Any.Type) -> CodingRoute) -> CodingRoute {
        let route = find(type)
        let address = UInt(bitPattern: ObjectIdentifier(type))
        if address & Self.routeBits == 0 {
            slots[Self.slot(address)].store(address | route.rawValue, ordering: .relaxed)
        }
        return route
    }

    @inline(__always)
    private static func slot(_ address: UInt) -> Int {
        Int(truncatingIfNeeded: (address >> 3 ^ address >> 14) & (size - 1))
    }
}
