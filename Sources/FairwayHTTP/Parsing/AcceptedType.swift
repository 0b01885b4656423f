/// An element of `Accept` (RFC 9110 section 12.5.1).
struct AcceptedType {
    private let range: UnsafeRawBufferPointer
    /// The weight in thousandths. 1,000 without a weight, or with one that cannot be read.
    let weight: Int

    init(_ element: UnsafeRawBufferPointer) {
        var parts = element.split(separator: UInt8(ascii: ";")).map {
            UnsafeRawBufferPointer(rebasing: $0).trimmingBlanks
        }
        range = parts.isEmpty ? element : parts.removeFirst()
        weight = parts.lazy.compactMap(Self.weight).first ?? 1_000
    }

    /// Whether a list prefers a page to JSON. It must name `text/html`, because programs send `*/*`. Of equal weights,
    /// the first counts.
    static func prefersPage(_ list: UnsafeRawBufferPointer) -> Bool {
        let elements = list.listElements()
        guard elements.contains(where: { $0.startsIgnoringCase("text/html") }) else { return false }
        let types = elements.map(AcceptedType.init)
        guard let page = types.firstIndex(where: { $0.range.spellsIgnoringCase("text/html") }), types[page].weight > 0
        else { return false }
        let named = types.indices.filter { types[$0].isOne(of: ["application/problem+json", "application/json"]) }
        let json = named.isEmpty ? types.indices.filter { types[$0].isOne(of: ["application/*", "*/*"]) } : named
        guard let weight = json.map({ types[$0].weight }).max(), weight >= types[page].weight else { return true }
        return weight == types[page].weight && (named.isEmpty || page < json[0])
    }

    private func isOne(of names: [StaticString]) -> Bool { names.contains { range.spellsIgnoringCase($0) } }

    private static func weight(_ parameter: UnsafeRawBufferPointer) -> Int? {
        guard parameter.startsIgnoringCase("q=") else { return nil }
        let text = String(decoding: parameter.dropFirst(2), as: UTF8.self)
        return Double(text).flatMap { (0...1).contains($0) ? Int($0 * 1_000) : nil }
    }
}
