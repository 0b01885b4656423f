/// A text that has been checked, with an index of its values, from which they are decoded.
///
/// A value's number is its place in the index. The document owns a copy of its text, so that a decoder which somebody
/// keeps stays valid.
final class JSONDocument {
    private let text: UnsafeMutablePointer<UInt8>
    private let tokens: UnsafeMutablePointer<JSONToken>
    let tokenCount: Int
    let userInfo: [CodingUserInfoKey: Any]

    /// Zero bytes behind the text, which the scanner relies upon.
    private static let padding = 16

    init(_ bytes: UnsafeBufferPointer<UInt8>, userInfo: [CodingUserInfoKey: Any], limits: JSONLimits) throws {
        guard bytes.count <= limits.bytes else {
            throw JSONError(.tooLarge, "more than \(limits.bytes) bytes", offset: limits.bytes)
        }
        let text = UnsafeMutablePointer<UInt8>.obtain(capacity: bytes.count + Self.padding)
        if let start = bytes.baseAddress { text.update(from: start, count: bytes.count) }
        (text + bytes.count).update(repeating: 0, count: Self.padding)
        var scanner = JSONScanner(text, count: bytes.count, limits: limits)
        do {
            try scanner.scan()
        } catch {
            text.giveBack()
            scanner.tokens.giveBack()
            throw error
        }
        self.text = text
        self.userInfo = userInfo
        tokens = scanner.tokens
        tokenCount = scanner.tokenCount
    }

    deinit {
        text.giveBack()
        tokens.giveBack()
    }

    @inline(__always)
    subscript(index: Int) -> JSONToken { tokens[index] }

    /// The bytes of a value, a string's without its quotes.
    @inline(__always)
    func bytes(at index: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: text + Int(tokens[index].offset), count: Int(tokens[index].length))
    }

    /// A value's whole text.
    func text(at index: Int) -> [UInt8] {
        let bytes = bytes(at: index)
        guard tokens[index].kind == .string else { return Array(bytes) }
        return Array(UnsafeBufferPointer(start: bytes.baseAddress.map { $0 - 1 }, count: bytes.count + 2))
    }
}

// MARK: - Containers

extension JSONDocument {
    /// The numbers of an object's member names and values.
    func members(of object: Int) -> some Sequence<(name: Int, value: Int)> {
        let end = Int(tokens[object].next)
        return sequence(state: object + 1) { [self] name in
            guard name < end else { return nil }
            defer { name = Int(tokens[name + 1].next) }
            return (name, name + 1)
        }
    }

    /// The numbers of an array's elements.
    func elements(of array: Int) -> some Sequence<Int> {
        let end = Int(tokens[array].next)
        return sequence(state: array + 1) { [self] element in
            guard element < end else { return nil }
            defer { element = Int(tokens[element].next) }
            return element
        }
    }

    /// The number of the value of an object's member.
    ///
    /// The search begins behind the member that was found last: a type mostly asks for its members in the order in
    /// which they come.
    @inline(__always)
    func member(_ name: UnsafeBufferPointer<UInt8>, of object: Int) -> Int? {
        let first = object + 1
        let end = Int(tokens[object].next)
        guard first < end else { return nil }
        let start = Int(tokens[object].cursor)
        var candidate = start
        repeat {
            if isName(candidate, name) {
                tokens[object].cursor = UInt32(truncatingIfNeeded: candidate)
                return candidate + 1
            }
            candidate = Int(tokens[candidate + 1].next)
            if candidate >= end { candidate = first }
        } while candidate != start
        return nil
    }

    @inline(__always)
    private func isName(_ index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        if tokens[index].isComplex { return isEscapedName(index, name) }
        return tokens[index].length == name.count && MemberName(bytes: bytes(at: index)) == MemberName(bytes: name)
    }

    @inline(never)
    private func isEscapedName(_ index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        JSONText.unescapedBytes(bytes(at: index)).elementsEqual(name)
    }
}
