/// Splits a head into lines. A head that is complete in the received buffer is not copied.
extension RequestParser {
    private enum LineEffect {
        case goOn
        case restart
        case complete
    }

    mutating func takeHead(_ input: inout UnsafeRawBufferPointer) throws(HTTPProblem) -> RequestHead? {
        partial.isEmpty ? try takeHeadInPlace(&input) : try takeHeadPiecewise(&input)
    }

    private mutating func takeHeadInPlace(
        _ input: inout UnsafeRawBufferPointer
    ) throws(HTTPProblem) -> RequestHead? {
        var position = 0
        while let lineFeed = input.firstIndex(of: .lineFeed, from: position) {
            let effect = try takeLine(position..<lineFeed, of: input)
            position = lineFeed + 1
            switch effect {
            case .goOn: break
            case .restart:
                input = input.part(position..<input.count)
                position = 0
            case .complete:
                let head = try finishHead(input.part(0..<position))
                input = input.part(position..<input.count)
                return head
            }
        }
        try checkLength(position..<input.count, of: input)
        partial.append(contentsOf: input)
        lineStart = position
        input = input.part(input.count..<input.count)
        return nil
    }

    private mutating func takeHeadPiecewise(
        _ input: inout UnsafeRawBufferPointer
    ) throws(HTTPProblem) -> RequestHead? {
        while !input.isEmpty {
            let lineFeed = input.firstIndex(of: .lineFeed, from: 0)
            let taken = lineFeed.map { $0 + 1 } ?? input.count
            partial.append(contentsOf: input.part(0..<taken))
            input = input.part(taken..<input.count)
            // A second reference, because `self` is modified while the bytes are read.
            let bytes = partial
            guard lineFeed != nil else {
                try read(bytes) { parser, bytes throws(HTTPProblem) in
                    try parser.checkLength(parser.lineStart..<bytes.count, of: bytes)
                }
                return nil
            }
            let effect = try read(bytes) { parser, bytes throws(HTTPProblem) in
                try parser.takeLine(parser.lineStart..<bytes.count - 1, of: bytes)
            }
            lineStart = partial.count
            switch effect {
            case .goOn: break
            case .restart: forgetPartial()
            case .complete:
                let head = try read(bytes) { parser, bytes throws(HTTPProblem) in try parser.finishHead(bytes) }
                forgetPartial()
                return head
            }
        }
        return nil
    }

    mutating func forgetPartial() {
        partial = []
        lineStart = 0
    }

    private mutating func read<Result>(
        _ bytes: [UInt8],
        _ body: (inout RequestParser, UnsafeRawBufferPointer) throws(HTTPProblem) -> Result
    ) throws(HTTPProblem) -> Result {
        try bytes.span.withUnsafeBytes { bytes throws(HTTPProblem) in try body(&self, bytes) }
    }

    /// Parses a line. `range` ends before its line feed.
    private mutating func takeLine(
        _ range: Range<Int>,
        of bytes: UnsafeRawBufferPointer
    ) throws(HTTPProblem) -> LineEffect {
        try checkLength(range.lowerBound..<range.upperBound + 1, of: bytes)
        guard let end = bytes.endOfLine(range) else {
            throw .malformedRequest("A line ends with a line feed alone, without a carriage return.")
        }
        let line = range.lowerBound..<end
        if case .requestLine = phase {
            // RFC 9112 section 2.2: a server should ignore at least one empty line before the request line.
            if line.isEmpty, !sawEmptyLine {
                sawEmptyLine = true
                return .restart
            }
            try takeRequestLine(line, of: bytes)
            draft.fieldsStart = range.upperBound + 1
            phase = .fields
            return .goOn
        }
        if line.isEmpty { return .complete }
        try takeField(line, of: bytes)
        return .goOn
    }

    /// Checks the limits with a line, which may be incomplete.
    private func checkLength(
        _ range: Range<Int>,
        of bytes: UnsafeRawBufferPointer
    ) throws(HTTPProblem) {
        if case .requestLine = phase {
            guard range.count > limits.targetBytes + HTTPLimits.requestLineAllowance else { return }
            // A line of this length without a space near its start is not a request line.
            let start = bytes.part(range.lowerBound..<range.lowerBound + HTTPLimits.requestLineAllowance)
            throw start.contains(.space)
                ? .uriTooLong(limit: limits.targetBytes) : .malformedRequest("The request line names no method.")
        }
        guard range.upperBound - draft.fieldsStart <= limits.headerBytes else {
            throw .headersTooLarge("The header fields are longer than this server accepts.")
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The end of a line's text. `range` ends before its line feed. Nil if the carriage return is missing.
    func endOfLine(_ range: Range<Int>) -> Int? {
        guard !range.isEmpty, self[range.upperBound - 1] == .carriageReturn else { return nil }
        return range.upperBound - 1
    }
}
