/// RFC 9110 section 12.5.3: whether a client takes gzip.
enum AcceptEncoding {
    static func allowsGzip(_ value: UnsafeRawBufferPointer) -> Bool {
        var any: Bool?
        for element in value.listElements() {
            let semicolon = element.firstIndex(of: UInt8(ascii: ";"), from: 0) ?? element.count
            let coding = element.part(0..<semicolon).trimmingBlanks
            let isWanted = !weightIsZero(element.part(semicolon..<element.count))
            if coding.spellsIgnoringCase("gzip") || coding.spellsIgnoringCase("x-gzip") { return isWanted }
            if coding.spells("*") { any = isWanted }
        }
        return any ?? false
    }

    /// Whether `; q=0`, `; q=0.0` and the like follow. Any other weight is a yes: gzip and nothing is all there is to
    /// choose from.
    private static func weightIsZero(_ parameters: UnsafeRawBufferPointer) -> Bool {
        guard let equals = parameters.firstIndex(of: UInt8(ascii: "="), from: 0) else { return false }
        let weight = parameters.part(equals + 1..<parameters.count).trimmingBlanks
        return !weight.isEmpty && weight.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
    }
}
