/// One step of a path into a document: the coding keys that this coder reports.
///
/// The path is read back from the document when somebody asks for it, so that it costs nothing as long as nobody does.
/// The keys are therefore not those of the type being coded, but they have the same `stringValue`.
struct JSONKey: CodingKey {
    let stringValue: String
    let intValue: Int?
    /// Whether it is the index of an array's element.
    let isIndex: Bool

    init(name: String) {
        stringValue = name
        intValue = Int(name)
        isIndex = false
    }

    init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
        isIndex = true
    }

    init(stringValue: String) { self.init(name: stringValue) }

    init(intValue: Int) { self.init(name: String(intValue)) }

    static let `super` = JSONKey(name: "super")
}

extension [any CodingKey] {
    /// The path as a JSON Pointer, with `~` and `/` escaped (RFC 6901, section 3).
    var jsonPointer: String {
        var pointer = ""
        for key in self {
            pointer += "/"
            if let index = key.intValue, key.stringValue == "Index \(index)" {
                pointer += String(index)
            } else {
                for character in key.stringValue.unicodeScalars {
                    switch character {
                    case "~": pointer += "~0"
                    case "/": pointer += "~1"
                    default: pointer.unicodeScalars.append(character)
                    }
                }
            }
        }
        return pointer
    }
}
