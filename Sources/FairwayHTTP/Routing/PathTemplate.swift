/// A path in which some segments vary, written as OpenAPI does: `/v1/sessions/{id}`.
struct PathTemplate: Sendable, Equatable {
    enum Segment: Sendable, Equatable {
        case literal(String)
        case parameter(String)
    }

    let text: String
    let segments: [Segment]

    /// Reads a template; one that is written wrongly is a programmer's error.
    init(_ text: String) {
        precondition(text.hasPrefix("/"), "A path begins with a slash, unlike “\(text)”.")
        self.text = text
        segments =
            text == "/"
            ? []
            : text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { Self.segment($0, text) }
    }

    var parameters: [String] {
        segments.compactMap { segment in
            if case .parameter(let name) = segment { name } else { nil }
        }
    }

    private static func segment(_ text: Substring, _ template: String) -> Segment {
        let isParameter = text.hasPrefix("{") && text.hasSuffix("}")
        let name = isParameter ? text.dropFirst().dropLast() : text
        precondition(
            !name.isEmpty && !name.contains { "{}?#%".contains($0) },
            "A segment of a path is text or {name}, which “\(text)” in “\(template)” is not."
        )
        return isParameter ? .parameter(String(name)) : .literal(String(name))
    }
}
