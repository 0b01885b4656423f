/// RFC 9112 section 7.1: the lines around the chunks of a body.
extension RequestParser {
    /// Takes the line that follows a chunk's bytes, which is empty; false: it is not complete yet.
    mutating func takeChunkEnd(_ input: inout UnsafeRawBufferPointer) throws(RequestFailure) -> Bool {
        while let byte = input.first {
            guard byte == (partial.isEmpty ? .carriageReturn : .lineFeed) else {
                throw .malformed("A chunk is longer than its size says.")
            }
            input = input.part(1..<input.count)
            framingBytes += 1
            if byte == .lineFeed {
                partial.removeAll(keepingCapacity: true)
                phase = .chunkSize
                return true
            }
            partial.append(byte)
        }
        return false
    }

    /// Takes a chunk's size or a line of the trailers; false: it is not complete yet.
    mutating func takeFramingLine(_ input: inout UnsafeRawBufferPointer) throws(RequestFailure) -> Bool {
        let lineFeed = input.firstIndex(of: .lineFeed, from: 0)
        let taken = lineFeed.map { $0 + 1 } ?? input.count
        framingBytes += taken
        guard partial.count + taken <= limits.headerBytes, framingBytes <= limits.chunkFramingBytes else {
            throw .headersTooLarge("The lines between the chunks are longer than this server takes.")
        }
        partial.append(contentsOf: input.part(0..<taken))
        input = input.part(taken..<input.count)
        guard lineFeed != nil else { return false }
        let line = partial
        partial.removeAll(keepingCapacity: true)
        try line.span.withUnsafeBytes { bytes throws(RequestFailure) in try takeFramingLine(bytes) }
        if case .end = phase { forgetPartial() }
        return true
    }

    private mutating func takeFramingLine(_ bytes: UnsafeRawBufferPointer) throws(RequestFailure) {
        guard let end = bytes.endOfLine(0..<bytes.count - 1) else {
            throw .malformed("A line of the chunked body ends with a line feed alone.")
        }
        switch phase {
        case .chunkSize:
            let size = try Self.chunkSize(bytes.part(0..<end))
            phase = size == 0 ? .trailers : .chunk(remaining: size)
        default:
            if end == 0 { phase = .end } else { _ = try Self.field(0..<end, of: bytes) }
        }
    }

    /// `chunk-size [ chunk-ext ]`. Extensions are ignored, but nothing that is not one is let pass.
    private static func chunkSize(_ line: UnsafeRawBufferPointer) throws(RequestFailure) -> Int {
        var size = 0
        var index = 0
        while index < line.count, let digit = line[index].hexadecimal {
            guard index < 15 else { throw .malformed("A chunk's size is too large to be true.") }
            size = size << 4 | Int(digit)
            index += 1
        }
        guard index > 0 else { throw .malformed("A chunk's size is not a hexadecimal number.") }
        guard index == line.count || line[index] == UInt8(ascii: ";") else {
            throw .malformed("Something other than an extension follows a chunk's size.")
        }
        guard line.part(index..<line.count).allSatisfy(\.isFieldValueCharacter) else {
            throw .malformed("A chunk's extension has a control character.")
        }
        return size
    }
}
