package import FairwayWire

/// JSON Pointers (RFC 6901).
package enum JSONPointer {
    /// The reference tokens of a pointer, or of the fragment `#/$defs/Name`.
    package static func tokens(_ pointer: String) -> [String] {
        pointer.drop { $0 == "#" }.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { token in
            // Section 4: the order matters, so that `~01` becomes `~1`.
            String(token).replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }

    /// A pointer with these tokens.
    package static func pointer(_ tokens: some Sequence<String>) -> String {
        tokens.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
    }

    /// The tokens below `/params`; nil for other pointers.
    package static func tokensInParameters(_ pointer: String) -> [String]? {
        let tokens = tokens(pointer)
        return tokens.first == "params" ? Array(tokens.dropFirst()) : nil
    }
}

extension JSONValue {
    /// The value at a JSON Pointer. Null if there is none.
    package func at(_ pointer: String) -> JSONValue {
        JSONPointer.tokens(pointer).reduce(self) { value, token in
            value[token] ?? value.array.flatMap { _ in Int(token) }.flatMap { value[$0] } ?? .null
        }
    }
}
