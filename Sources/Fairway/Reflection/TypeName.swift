/// The names of types on the wire and in the store.
enum TypeName {
    /// The qualified name without its module, such as `Tutorial.Page1`.
    ///
    /// The address in the name of a private or local type, `(unknown context at $1048).`, is removed. The call takes
    /// microseconds, so cache the result.
    static func of(_ type: Any.Type) -> String {
        var name = Substring(String(reflecting: type))
        var parts: [Substring] = []
        while !name.isEmpty {
            if name.first == "(" {
                name = name.drop { $0 != ")" }.dropFirst()
            } else {
                parts.append(name.prefix { $0 != "." })
                name = name.drop { $0 != "." }
            }
            name = name.first == "." ? name.dropFirst() : name
        }
        return parts.dropFirst().joined(separator: ".")
    }

    /// Whether a name is valid on the wire and in the store. The names of generic types are not stable.
    static func isUsable(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") }
    }
}
