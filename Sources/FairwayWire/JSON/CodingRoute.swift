/// How a type crosses this coder: by a short cut, directly, or through its own `Codable` conformance.
///
/// Finding out takes several conformance look-ups, each slower than coding a whole string, so it is done once a type.
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
