extension Request {
    /// The query's names and values in the order in which they came, decoded. A broken escape is a 400.
    public func queryItems() throws(HTTPProblem) -> [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        let range = head.line.query
        for part in head.bytes[range].split(separator: UInt8(ascii: "&")) {
            let sides = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let value = sides.count == 2 ? sides[1] : []
            guard let name = Self.decode(sides[0]), let value = Self.decode(value) else {
                throw .malformedRequest("The query has an escape that is not UTF-8 in percent-encoding.")
            }
            items.append((name, value))
        }
        return items
    }

    private static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
        bytes.withUnsafeBytes { PercentDecoding.text($0, plusIsSpace: true) }
    }
}
