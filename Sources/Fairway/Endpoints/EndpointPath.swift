/// The path of an endpoint or of a route: `/partners/{id}/hook`.
package struct EndpointPath: Hashable, Sendable, CustomStringConvertible {
    /// A segment; nil for a parameter.
    private let segments: [String?]
    /// The names of the parameters, in order.
    let parameters: [String]
    package let description: String

    /// Reads a path. ``mistake`` tells whether it is valid.
    package init(_ text: String) {
        description = text
        let parts = text == "/" ? [] : text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        segments = parts.map { Self.isParameter($0) ? nil : String($0) }
        parameters = parts.filter(Self.isParameter).map { String($0.dropFirst().dropLast()) }
    }

    /// Whether a path matches both.
    package func overlaps(_ other: EndpointPath) -> Bool {
        segments.count == other.segments.count
            && zip(segments, other.segments).allSatisfy { $0 == nil || $1 == nil || $0 == $1 }
    }

    /// Whether both match the same paths.
    func isAlike(_ other: EndpointPath) -> Bool { segments == other.segments }

    /// The first segment; nil if it is a parameter or missing.
    package var firstSegment: String? { segments.first ?? nil }

    /// The path's mistake; nil if it is valid.
    var mistake: String? {
        guard description.hasPrefix("/") else { return "does not begin with a slash" }
        guard segments.allSatisfy({ $0.map(Self.isPlain) ?? true }), parameters.allSatisfy(Self.isName) else {
            return "has a segment that is neither text of letters, digits and -._~!$&'()*+,;=:@, nor {name}"
        }
        return Set(parameters).count == parameters.count ? nil : "has two parameters of one name"
    }

    private static func isParameter(_ segment: Substring) -> Bool { segment.hasPrefix("{") && segment.hasSuffix("}") }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "_") }
    }

    /// RFC 3986, section 3.3, without escapes: a second spelling of a path would let a client bypass a proxy that compares
    /// bytes.
    private static func isPlain(_ segment: String) -> Bool {
        !segment.isEmpty && segment != "." && segment != ".."
            && segment.utf8.allSatisfy { isLetterOrDigit($0) || "-._~!$&'()*+,;=:@".utf8.contains($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
