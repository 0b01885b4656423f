import FairwayWire

/// The types of a client's code, read from a catalog. They are the same for every language of the code.
///
/// The order is the catalog's: screens by name, everything else as declared.
struct ClientTypes {
    let screens: [Screen]

    init(_ catalog: Catalog) {
        // The suffix separates the type of a screen `Text` from that of a UI framework.
        var typeNames = UniqueNames(taken: ["AppScreen", "KnownScreen", "TypedScreen", "UnknownScreen"])
        var caseNames = UniqueNames(taken: ["self", "unknown"])
        screens = catalog.screens.map { screen in
            let words = CodeIdentifier.words(in: screen.name)
            return Screen(
                screen,
                typeName: typeNames.add(CodeIdentifier.upperCamelCase(words) + "Screen"),
                caseName: caseNames.add(CodeIdentifier.lowerCamelCase(words))
            )
        }
    }

    struct Screen {
        let name: String
        let version: Int
        let typeName: String
        let caseName: String
        /// Paragraphs and list items of documentation.
        let comments: [String]
        /// `ViewModel`, then the others by name.
        let declarations: [Declaration]
        let actions: [Action]
        /// The paths of the parameters of all actions, such as `address/street`.
        let fields: [String]
    }

    /// A type that a screen declares.
    struct Declaration: Hashable {
        let name: String
        let kind: Kind

        enum Kind: Hashable {
            case object([Member])
            case constants([String])
            /// An enum with payloads.
            case cases([Case])
            case alias(ClientType)
        }
    }

    struct Member: Hashable {
        let name: String
        let type: ClientType
        let isRequired: Bool
    }

    struct Case: Hashable {
        let name: String
        let payload: [Member]
    }

    struct Action {
        let name: String
        let comments: [String]
        /// Nil if the catalog does not describe them.
        let params: [Member]?
    }
}

/// The type of a value.
indirect enum ClientType: Hashable {
    case any, anyObject, bool, integer, number, decimal, string, date, uuid, url, data
    case array(ClientType)
    case dictionary(ClientType)
    case nullable(ClientType)
    case union([ClientType])
    /// A declaration of the screen.
    case named(String)
    /// A declaration that contains itself through this member, outside of lists and dictionaries.
    case recursive(String)
}

extension ClientTypes.Screen {
    fileprivate init(_ screen: Catalog.Screen, typeName: String, caseName: String) {
        var reader = SchemaTypes()
        reader.declareViewModel(screen.viewModel)
        var fields: [String] = []
        actions = screen.actions.members.map { name, schema in
            for field in Self.fields(in: schema) where !fields.contains(field) { fields.append(field) }
            return ClientTypes.Action(
                name: name,
                comments: Self.comments(on: name, screen.controls, schema),
                params: reader.members(of: schema)
            )
        }
        name = screen.name
        version = screen.version
        self.typeName = typeName
        self.caseName = caseName
        self.fields = fields
        declarations =
            reader.declarations.prefix(1) + reader.declarations.dropFirst().sorted { $0.name < $1.name }
        let title = screen.title.map { ", with the title \"\($0)\"" } ?? ""
        comments = [screen.about, "The screen `\(screen.name)`\(title)."].filter { !$0.isEmpty }
    }

    /// The parameters, and the parts of parameters that are objects.
    private static func fields(in schema: JSONValue, under path: String = "") -> [String] {
        (schema["properties"]?.object?.members ?? []).flatMap { name, member in
            let field = path.isEmpty ? name : "\(path)/\(name)"
            let schemas = [member] + (member["anyOf"]?.array ?? [])
            return [field] + schemas.flatMap { fields(in: $0, under: field) }
        }
    }

    private static func comments(on action: String, _ controls: [Catalog.Control], _ schema: JSONValue) -> [String] {
        guard let control = controls.first(where: { $0.action == action }) else { return [] }
        var sentence = "The button \"\(control.label)\""
        sentence += control.row.map { " on each row of `\($0.list.dropFirst())`." } ?? "."
        if let question = control.confirm { sentence += " Ask first: \"\(question)\"" }
        return [sentence] + control.fields.compactMap(comment)
    }

    /// Nil if the label only repeats the name.
    private static func comment(on field: Catalog.Field) -> String? {
        let example = ["date": "2026-11-26", "time": "09:30"][field.format].map { ", such as `\($0)`" } ?? ""
        let unit = field.unit.map { " in \($0)" } ?? ""
        guard field.label.lowercased() != field.name.lowercased() || !(example + unit).isEmpty else { return nil }
        return "- `\(field.name)`: \(field.label)\(unit)\(example)."
    }
}

/// Converts the JSON Schemas of a screen to types.
private struct SchemaTypes {
    private(set) var declarations: [ClientTypes.Declaration] = []
    private var names = UniqueNames(taken: reserved)
    private var definitions: JSONObject = [:]
    /// The declarations of definitions, by the definition's name and schema. Two schemas of a screen may share them.
    private var defined: [Definition: String] = [:]
    /// The definitions that are being read, outside of lists and dictionaries.
    private var open: [String] = []

    private struct Definition: Hashable {
        let name: String
        let schema: JSONValue
    }

    /// Names with another meaning inside a screen's type.
    private static let reserved: Set = [
        "Action", "Any", "Array", "Bool", "CodingKeys", "Data", "Date", "Decimal", "Dictionary", "Double", "Field",
        "Indirect", "Int", "JSONObject", "JSONValue", "NoFields", "Optional", "Promise", "Protocol", "Record",
        "ScreenDocument", "Self", "Set", "String", "Type", "TypedScreen", "URL", "UUID", "ViewModel",
    ]

    mutating func declareViewModel(_ schema: JSONObject) {
        // Reserve the first place.
        declarations.append(ClientTypes.Declaration(name: "ViewModel", kind: .alias(.any)))
        definitions = schema["$defs"]?.object ?? [:]
        let kind = kind(of: schema, hints: []) ?? .alias(type(of: .object(schema), hints: ["Root"]))
        declarations[0] = ClientTypes.Declaration(name: "ViewModel", kind: kind)
    }

    /// The members of an object; nil for any other schema.
    mutating func members(of schema: JSONValue) -> [ClientTypes.Member]? {
        guard let object = schema.object, object["properties"] != nil else { return nil }
        definitions = object["$defs"]?.object ?? [:]
        return members(of: object, hints: [])
    }

    private mutating func members(of schema: JSONObject, hints: [String]) -> [ClientTypes.Member] {
        let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
        return (schema["properties"]?.object?.members ?? []).map { name, member in
            ClientTypes.Member(
                name: name,
                type: type(of: member, hints: hints + [name]),
                isRequired: required.contains(name)
            )
        }
    }

    /// - Parameter hints: Names for a declaration: the member's, after those of the members around it.
    private mutating func type(of schema: JSONValue, hints: [String]) -> ClientType {
        guard let schema = schema.object else { return .any }
        if let reference = schema["$ref"]?.string { return type(named: reference) }
        if let constants = schema["enum"]?.array, constants.contains(.null) {
            var others = schema
            others["enum"] = .array(constants.filter { $0 != .null })
            return .nullable(type(of: .object(others), hints: hints))
        }
        if let shapes = schema["anyOf"]?.array { return union(shapes, hints) }
        if let types = schema["type"]?.array {
            let others = types.filter { $0 != "null" }
            guard others.count == 1 else { return .any }
            var other = schema
            other["type"] = others[0]
            let type = type(of: .object(other), hints: hints)
            return types.count > 1 ? .nullable(type) : type
        }
        if let kind = kind(of: schema, hints: hints) { return .named(declare(kind, hints)) }
        return leaf(schema, hints)
    }

    private mutating func union(_ shapes: [JSONValue], _ hints: [String]) -> ClientType {
        let types = shapes.filter { $0["type"] != "null" }.map { type(of: $0, hints: hints) }
        let union = types.count == 1 ? types[0] : .union(types)
        return types.count < shapes.count ? .nullable(union) : union
    }

    /// The kind of a schema that needs a declaration; nil for all others.
    private mutating func kind(of schema: JSONObject, hints: [String]) -> ClientTypes.Declaration.Kind? {
        if let values = schema["enum"]?.array {
            let texts = values.compactMap(\.string)
            return texts.isEmpty || texts.count < values.count ? nil : .constants(texts)
        }
        if let shapes = schema["oneOf"]?.array {
            let cases = shapes.compactMap { self.case(of: $0, hints) }
            return cases.isEmpty || cases.count < shapes.count ? nil : .cases(cases)
        }
        guard schema["type"] == "object", let properties = schema["properties"]?.object,
            !properties.members.isEmpty || hints.isEmpty
        else { return nil }
        return .object(members(of: schema, hints: hints))
    }

    /// The case that an object with one member encodes.
    private mutating func `case`(of schema: JSONValue, _ hints: [String]) -> ClientTypes.Case? {
        guard let properties = schema["properties"]?.object?.members, properties.count == 1,
            let payload = properties[0].value.object, payload["type"] == "object"
        else { return nil }
        let name = properties[0].name
        return ClientTypes.Case(name: name, payload: members(of: payload, hints: hints + [name]))
    }

    private mutating func leaf(_ schema: JSONObject, _ hints: [String]) -> ClientType {
        switch schema["type"] {
        case "boolean": .bool
        case "integer": .integer
        // A multiple such as 0.01 is not exact as a binary floating-point number.
        case "number": schema["multipleOf"] == nil ? .number : .decimal
        case "string": Self.text(schema)
        case "array": .array(element(schema["items"], hints.dropLast() + hints.suffix(1).map(CodeIdentifier.singular)))
        case "object":
            schema["additionalProperties"]?.object == nil
                ? .anyObject : .dictionary(element(schema["additionalProperties"], hints))
        default: .any
        }
    }

    private mutating func element(_ schema: JSONValue?, _ hints: [String]) -> ClientType {
        let outside = open
        open = []
        defer { open = outside }
        return schema.map { type(of: $0, hints: hints) } ?? .any
    }

    private static func text(_ schema: JSONObject) -> ClientType {
        if schema["contentEncoding"] == "base64" { return .data }
        switch schema["format"] {
        case "date-time": return .date
        case "uuid": return .uuid
        case "uri-reference": return .url
        default: return .string
        }
    }

    private mutating func type(named reference: String) -> ClientType {
        let name = String(reference.split(separator: "/").last ?? "")
        guard let schema = definitions[name]?.object else { return .any }
        let definition = Definition(name: name, schema: .object(schema))
        if let declared = defined[definition] {
            return open.contains(declared) ? .recursive(declared) : .named(declared)
        }
        let declared = names.add(CodeIdentifier.upperCamelCase(CodeIdentifier.words(in: name)), or: "Value")
        defined[definition] = declared
        // Reserve the place before the members are read, because they refer to it.
        let place = declarations.count
        declarations.append(ClientTypes.Declaration(name: declared, kind: .alias(.any)))
        open.append(declared)
        let kind = kind(of: schema, hints: [name]) ?? .alias(leaf(schema, [name]))
        open.removeLast()
        declarations[place] = ClientTypes.Declaration(name: declared, kind: kind)
        return .named(declared)
    }

    /// Declares a type, or finds the one with the same structure. Its name is the shortest one that is free.
    private mutating func declare(_ kind: ClientTypes.Declaration.Kind, _ hints: [String]) -> String {
        if let same = declarations.dropFirst().first(where: { $0.kind == kind }) { return same.name }
        let candidates = hints.indices.reversed().map { start in
            hints[start...].map { CodeIdentifier.upperCamelCase(CodeIdentifier.words(in: $0)) }.joined()
        }
        let name = candidates.first(where: names.isFree)
        let declared = names.add(name ?? candidates.first ?? "Value", or: "Value")
        declarations.append(ClientTypes.Declaration(name: declared, kind: kind))
        return declared
    }
}

/// A set of unique names.
struct UniqueNames {
    private var taken: Set<String>
    private let reserved: Set<String>

    init(taken: Set<String> = []) {
        self.taken = taken
        reserved = taken
    }

    func isFree(_ name: String) -> Bool { !taken.contains(name) }

    /// Adds a name and returns it. Appends the suffix to a reserved name, and a number to one that is taken.
    mutating func add(_ name: String, or suffix: String = "") -> String {
        let base = reserved.contains(name) ? name + suffix : name
        var (unique, number) = (base, 2)
        while !taken.insert(unique).inserted {
            unique = "\(base)\(number)"
            number += 1
        }
        return unique
    }
}

/// Converts names of the protocol to identifiers, which Swift and TypeScript form alike.
enum CodeIdentifier {
    /// Whether the text can be an identifier without a change.
    static func isValid(_ text: String) -> Bool {
        text.first?.isNumber == false && text.allSatisfy(isPart)
    }

    static func words(in text: String) -> [String] {
        text.split { !isPart($0) || $0 == "_" }.map(String.init)
    }

    static func upperCamelCase(_ words: [String]) -> String {
        beginning(words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined())
    }

    /// `inProgress` for `IN_PROGRESS`, `In progress` and `inProgress`.
    static func lowerCamelCase(_ words: [String]) -> String {
        let isShouted = words.joined().allSatisfy { !$0.isLowercase }
        let words = isShouted ? words.map { $0.lowercased() } : words
        guard let first = words.first else { return beginning("") }
        let rest = upperCamelCase(Array(words.dropFirst()))
        return beginning(first.prefix(1).lowercased() + first.dropFirst() + (words.count > 1 ? rest : ""))
    }

    /// `Passenger` for `passengers`, `entry` for `entries`, `box` for `boxes`.
    static func singular(_ name: String) -> String {
        if name.hasSuffix("ies"), name.count > 4 { return name.dropLast(3) + "y" }
        if ["sses", "xes", "ches", "shes"].contains(where: name.hasSuffix) { return String(name.dropLast(2)) }
        let isPlural = name.hasSuffix("s") && !["ss", "us", "is"].contains(where: name.hasSuffix)
        return isPlural ? String(name.dropLast()) : name
    }

    private static func beginning(_ text: String) -> String {
        text.isEmpty || text.first?.isNumber == true ? "_\(text)" : text
    }

    private static func isPart(_ character: Character) -> Bool {
        character == "_" || character.isASCII && (character.isLetter || character.isNumber)
    }
}
