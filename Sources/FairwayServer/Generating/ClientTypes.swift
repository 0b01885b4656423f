import FairwayWire

/// The types of a client's code, read from a catalog. They are the same for every language of the code.
///
/// The order is the catalog's: screens by name, everything else as declared.
struct ClientTypes {
    let screens: [Screen]
    /// The flows that take input.
    let flows: [Flow]

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
        flows = catalog.flows.filter { $0.start != .appOnly }.compactMap { flow in
            flow.input.map { input in
                let words = CodeIdentifier.words(in: flow.name)
                return Flow(flow, input, typeName: typeNames.add(CodeIdentifier.upperCamelCase(words) + "Flow"))
            }
        }
    }

    /// A flow and its input.
    struct Flow {
        let name: String
        let typeName: String
        /// Paragraphs and list items of documentation.
        let comments: [String]
        /// `Input`, then the others by name.
        let declarations: [Declaration]
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
        var reader = SchemaTypes(outermost: "ViewModel", screen.viewModel)
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
        declarations = reader.sorted
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

extension ClientTypes.Flow {
    fileprivate init(_ flow: Catalog.Flow, _ input: JSONObject, typeName: String) {
        name = flow.name
        self.typeName = typeName
        comments = [flow.about, "The flow `\(flow.name)`."].filter { !$0.isEmpty } + Self.rules(in: .object(input))
        declarations = SchemaTypes(outermost: "Input", input).sorted
    }

    /// A list item for each member that has rules, in the keywords of JSON Schema.
    private static func rules(in schema: JSONValue, under path: String = "") -> [String] {
        (schema["properties"]?.object?.members ?? []).flatMap { name, member in
            let keywords = ["minLength", "maxLength", "pattern", "minimum", "maximum", "multipleOf"].compactMap {
                keyword in
                member[keyword].flatMap { try? RawJSON(encoding: $0) }.map { "\(keyword) \($0)" }
            }
            let item = keywords.isEmpty ? [] : ["- `\(path)\(name)`: \(keywords.joined(separator: ", "))."]
            return item + rules(in: member, under: "\(path)\(name)/")
        }
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
