/// The parts of a JSON Pointer (RFC 6901).
enum JSONPointer {
    /// A part as it was before it was escaped (section 4).
    static func plain(_ part: some StringProtocol) -> String {
        String(part).replacing("~1", with: "/").replacing("~0", with: "~")
    }

    /// The parts below `/params`; nil for a pointer that leads elsewhere.
    static func partsInParameters(_ pointer: String) -> [String]? {
        var parts = pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard parts.popFirst() == "params" else { return nil }
        return parts.map { plain($0) }
    }
}
