/// The names of types as clients, the store and people know them.
enum TypeName {
    /// The dotted name without its module: `Tutorial.Page1`.
    ///
    /// Private and local types carry an address, `(unknown context at $1048).`, which is left out. A name costs some
    /// microseconds, so that whoever needs one often keeps it.
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

    /// Whether a name can be used on the wire and in the store: generic types have none that stays the same.
    static func isUsable(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") }
    }
}
