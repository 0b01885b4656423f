import Fairway
import FairwayWire

/// The schemas that several calls share. Raw values are their names in the components of the OpenAPI document.
enum WireSchema: String, CaseIterable {
    case state = "State"
    case screen = "Screen"
    case navigation = "Navigation"
    case tab = "Tab"
    case screenReference = "ScreenReference"
    case move = "Move"
    case effect = "Effect"
    case problem = "Problem"
    case fieldError = "FieldError"
    case handoff = "Handoff"
    case catalog = "Catalog"

    /// A reference to the schema.
    var reference: JSONObject { ["$ref": .string("#/components/schemas/\(rawValue)")] }

    /// The name of a schema that describes the type with this name. Types that clients and operators see alike have one
    /// schema.
    static func name(ofType type: String) -> String {
        switch type {
        case "StateDocument": Self.state.rawValue
        case "ScreenDocument": Self.screen.rawValue
        case "EffectDocument": Self.effect.rawValue
        case "Navigation.Tab": Self.tab.rawValue
        default: type
        }
    }

    /// The schema. The schemas of `protocol.md`, section 1, are written by hand, because the Swift types do not express
    /// which members appear together. Their descriptions are those of the types.
    var definition: JSONObject {
        switch self {
        case .state: Self.stateDefinition
        case .screen: Self.screenDefinition
        case .navigation: Self.navigationDefinition
        case .tab:
            Self.object(
                Navigation.Tab.described,
                ["key": Self.text, "title": Self.text, "content": WireSchema.navigation.reference]
            )
        case .screenReference:
            Self.object(ScreenReference.described, ["id": Self.text, "name": Self.text, "flow": Self.text])
        case .move: Self.moveDefinition
        case .effect: Self.object(EffectDocument.described, ["effect": Self.text, "id": Self.text])
        case .problem: Self.problemDefinition
        case .fieldError: JSONSchema.of(FieldError.self)
        case .handoff: JSONSchema.of(Handoff.self)
        case .catalog: JSONSchema.of(Catalog.self)
        }
    }
}

extension WireSchema {
    private static let text: JSONObject = ["type": "string"]
    private static let boolean: JSONObject = ["type": "boolean"]
    private static let anything: JSONObject = [:]

    private static let stateDefinition: JSONObject = {
        let always: KeyValuePairs = [
            "session": text,
            "revision": counting(from: 1),
            "moves": list(of: WireSchema.move.reference),
            "effects": list(of: WireSchema.effect.reference),
        ]
        var active = object(
            StateDocument.described,
            always + [
                "status": constant("active"),
                "screen": WireSchema.screen.reference,
                "navigation": WireSchema.navigation.reference,
            ],
            ["token": text, "visible": list(of: WireSchema.screen.reference)]
        )
        active["title"] = "An active session"
        var over = object(
            StateDocument.described,
            always + [
                "status": constant("over"),
                "outcome": constants(SessionOutcome.allCases.map(\.rawValue)),
                "screen": ["type": "null"],
                "navigation": ["type": "null"],
            ],
            ["token": text, "result": anything]
        )
        over["title"] = "A session that is over"
        let kinds = [active, over].map(withoutDescription)
        var state: JSONObject = ["oneOf": .array(kinds)]
        for (keyword, value) in StateDocument.described.keywords.members { state[keyword] = value }
        return state
    }()

    private static let screenDefinition = object(
        ScreenDocument.described,
        [
            "id": text,
            "name": text,
            "flow": text,
            "version": counting(from: 0),
            "presentation": constants(Presentation.allCases.map(\.rawValue)),
            "back": boolean,
            "viewModel": anything,
            "actions": list(of: text),
        ],
        ["title": text, "backAsks": boolean, "draft": anything]
    )

    private static let navigationDefinition: JSONObject = {
        let sometimes: KeyValuePairs = [
            "presentation": constants(Presentation.allCases.map(\.rawValue)),
            "presented": WireSchema.navigation.reference,
        ]
        let stack = object(
            Navigation.described,
            ["id": text, "kind": constant("stack"), "screens": list(of: WireSchema.screenReference.reference)],
            sometimes
        )
        let tabs = object(
            Navigation.described,
            ["id": text, "kind": constant("tabs"), "selected": text, "tabs": list(of: WireSchema.tab.reference)],
            sometimes
        )
        let split = object(
            Navigation.described,
            [
                "id": text,
                "kind": constant("split"),
                "primary": WireSchema.navigation.reference,
                "secondary": WireSchema.navigation.reference,
            ],
            sometimes
        )
        var navigation: JSONObject = ["oneOf": .array([stack, tabs, split].map(withoutDescription))]
        for (keyword, value) in Navigation.described.keywords.members { navigation[keyword] = value }
        return navigation
    }()

    private static let moveDefinition = object(
        Move.described,
        ["move": constants(Move.Kind.allCases.map(\.rawValue))],
        ["container": text, "screen": text, "tab": text]
    )

    private static let problemDefinition = object(
        Problem.described,
        ["type": text, "code": text, "title": text, "status": ["type": "integer"]],
        ["detail": text, "errors": list(of: WireSchema.fieldError.reference), "state": WireSchema.state.reference]
    )

    private static func object(
        _ described: TypeDescription,
        _ required: KeyValuePairs<String, JSONObject>,
        _ optional: KeyValuePairs<String, JSONObject> = [:]
    ) -> JSONObject {
        object(described, required.map { ($0.key, $0.value) }, optional)
    }

    private static func object(
        _ described: TypeDescription,
        _ required: [(String, JSONObject)],
        _ optional: KeyValuePairs<String, JSONObject>
    ) -> JSONObject {
        let all = required + optional.map { ($0.key, $0.value) }
        var object: JSONObject = [
            "type": "object",
            "properties": .object(
                JSONObject(all.map { (name: $0.0, value: .object(member($0.1, described[$0.0]))) })
            ),
            "required": .array(required.map { .string($0.0) }),
        ]
        for (keyword, value) in described.keywords.members { object[keyword] = value }
        return object
    }

    /// An alternative. The type's description is beside all of them.
    private static func withoutDescription(_ schema: JSONObject) -> JSONValue {
        .object(JSONObject(schema.members.filter { $0.name != "description" && $0.name != "examples" }))
    }

    /// A member with its description. OpenAPI 3.1 allows a description beside a `$ref`.
    private static func member(_ schema: JSONObject, _ keywords: JSONObject) -> JSONObject {
        var schema = schema
        let isFixed = schema["const"] != nil || schema["type"] == "null"
        // The example is of another alternative.
        for (keyword, value) in keywords.members where !(isFixed && keyword == "examples") { schema[keyword] = value }
        return schema
    }

    private static func list(of element: JSONObject) -> JSONObject { ["type": "array", "items": .object(element)] }

    private static func constant(_ value: String) -> JSONObject { ["const": .string(value)] }

    private static func constants(_ values: [String]) -> JSONObject { ["enum": .array(values.map(JSONValue.string))] }

    private static func counting(from first: Int) -> JSONObject {
        ["type": "integer", "minimum": .number(JSONNumber(first))]
    }
}

private func + (
    left: KeyValuePairs<String, JSONObject>,
    right: KeyValuePairs<String, JSONObject>
) -> [(String, JSONObject)] {
    left.map { ($0.key, $0.value) } + right.map { ($0.key, $0.value) }
}
