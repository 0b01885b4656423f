/// A validated JSON text with an index of its values.
///
/// Values are identified by the index of their token. The document copies its text, so a decoder may outlive the call
/// that created it.
final class JSONDocument {
    private let text: UnsafeMutablePointer<UInt8>
    private let textCapacity: Int
    private let tokens: UnsafeMutablePointer<JSONToken>
    private let tokenCapacity: Int
    let tokenCount: Int
    let userInfo: [CodingUserInfoKey: Any]
    /// The members that a decoder looked for in vain, by their object. Nil unless the caller asks for them.
    var missed: [Int: Set<String>]?

    /// Zero bytes after the text, which the scanner relies on.
    private static let padding = 16

    init(_ bytes: UnsafeBufferPointer<UInt8>, userInfo: [CodingUserInfoKey: Any], limits: JSONLimits) throws {
        guard bytes.count <= limits.bytes else {
            throw JSONError(.tooLarge, "more than \(limits.bytes) bytes", offset: limits.bytes)
        }
        textCapacity = bytes.count + Self.padding
        let text = UnsafeMutablePointer<UInt8>.obtain(capacity: textCapacity)
        if let start = bytes.baseAddress { text.update(from: start, count: bytes.count) }
        (text + bytes.count).update(repeating: 0, count: Self.padding)
        var scanner = JSONScanner(text, count: bytes.count, limits: limits)
        do {
            try scanner.scan()
        } catch {
            text.giveBack(capacity: textCapacity)
            scanner.tokens.giveBack(capacity: scanner.capacity)
            throw error
        }
        self.text = text
        self.userInfo = userInfo
        tokens = scanner.tokens
        tokenCount = scanner.tokenCount
        tokenCapacity = scanner.capacity
    }

    deinit {
        text.giveBack(capacity: textCapacity)
        tokens.giveBack(capacity: tokenCapacity)
    }
    subscript(index: Int) -> JSONToken { tokens[index] }

    func mark(_ index: Int, _ use: JSONToken.Use) {
        if tokens[index].use.rawValue < use.rawValue { tokens[index].use = use }
    }

    /// The bytes of a value, without the quotes of a string.
    func bytes(at index: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: text + Int(tokens[index].offset), count: Int(tokens[index].length))
    }

    /// The text of a value, with the quotes of a string.
    func text(at index: Int) -> [UInt8] {
        let bytes = bytes(at: index)
        guard tokens[index].kind == .string else { return Array(bytes) }
        return Array(UnsafeBufferPointer(start: bytes.baseAddress.map { $0 - 1 }, count: bytes.count + 2))
    }
}

// MARK: - Containers

extension JSONDocument {
    func members(of object: Int) -> some Sequence<(name: Int, value: Int)> {
        let end = Int(tokens[object].next)
        return sequence(state: object + 1) { [self] name in
            guard name < end else { return nil }
            defer { name = Int(tokens[name + 1].next) }
            return (name, name + 1)
        }
    }

    func elements(of array: Int) -> some Sequence<Int> {
        let end = Int(tokens[array].next)
        return sequence(state: array + 1) { [self] element in
            guard element < end else { return nil }
            defer { element = Int(tokens[element].next) }
            return element
        }
    }

    /// The token index of a member's value.
    ///
    /// The search begins after the member that was found last, since types mostly decode members in document order.
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
    private func isName(_ index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        if tokens[index].isComplex { return isEscapedName(index, name) }
        return tokens[index].length == name.count && MemberName(bytes: bytes(at: index)) == MemberName(bytes: name)
    }
    private func isEscapedName(_ index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        JSONText.unescapedBytes(bytes(at: index)).elementsEqual(name)
    }
}

/// One value or member name of a document.
///
/// Tokens are in the order of the text. A container is followed by its content, a member's name by its value.
struct JSONToken {
    enum Kind: UInt8 {
        case null, bool, number, string, array, object
    }

    /// A later case includes the earlier ones.
    enum Use: UInt8 {
        case none
        /// It was looked up in its object.
        case found
        /// It is an object whose members a decoder looks up by their names.
        case members
        /// It is an object with any names, such as a dictionary.
        case anyNames
    }

    /// The offset of the first byte. For a string, the byte after the opening quote.
    var offset: UInt32
    /// The length in bytes, without the quotes of a string.
    var length: UInt32
    /// The index of the first token after this one and its content. While a container is being scanned: its parent.
    var next: UInt32
    var kind: Kind
    /// Whether it is a string with escapes, or a number with a fraction or an exponent.
    var isComplex: Bool
    /// How a decoder has used the value.
    var use = Use.none

    /// For an object: the name token at which the next search for a member begins.
    var cursor: UInt32 = 0

    /// The parent of the outermost container.
    static let noParent = UInt32.max
}

extension JSONDocument {
    /// The path of a value, found by descending from the root into the containers around it.
    func path(of index: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var container = 0
        while container != index {
            switch self[container].kind {
            case .array:
                guard let (place, element) = elements(of: container).enumerated().first(where: { contains($1, index) })
                else { return path }
                path.append(JSONKey(index: place))
                container = element
            case .object:
                guard let (name, value) = members(of: container).first(where: { contains($0.value, index) })
                else { return path }
                path.append(JSONKey(name: stringValue(at: name)))
                container = value
            default:
                return path
            }
        }
        return path
    }

    private func contains(_ container: Int, _ index: Int) -> Bool {
        container <= index && index < Int(self[container].next)
    }
}
