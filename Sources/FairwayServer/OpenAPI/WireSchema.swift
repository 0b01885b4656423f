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

    /// The schema. The schemas of `protocol.md`, section 1, are written by hand, because the Swift types do not express
    /// which members appear together.
    var definition: JSONObject {
        switch self {
        case .state: Self.stateDefinition
        case .screen: Self.screenDefinition
        case .navigation: Self.navigationDefinition
        case .tab: Self.object(["key": Self.text, "title": Self.text, "content": WireSchema.navigation.reference])
        case .screenReference: Self.object(["id": Self.text, "name": Self.text, "flow": Self.text])
        case .move: Self.moveDefinition
        case .effect: Self.object(["effect": Self.text, "id": Self.text])
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
            "revision": counting("Incremented by every change.", from: 1),
            "moves": list(of: WireSchema.move.reference),
            "effects": list(of: WireSchema.effect.reference),
        ]
        let token = described("Only in the reply that issues it.", text)
        var active = object(
            always + [
                "status": constant("active"),
                "screen": WireSchema.screen.reference,
                "navigation": WireSchema.navigation.reference,
            ],
            ["token": token, "visible": list(of: WireSchema.screen.reference)]
        )
        active["title"] = "An active session"
        var over = object(
            always + [
                "status": constant("over"),
                "outcome": constants(SessionOutcome.allCases.map(\.rawValue)),
                "screen": ["type": "null"],
                "navigation": ["type": "null"],
            ],
            ["token": token, "result": described("The root flow's output, if it has completed.", anything)]
        )
        over["title"] = "A session that is over"
        return ["oneOf": [.object(active), .object(over)]]
    }()

    private static let screenDefinition = object(
        [
            "id": text,
            "name": described("The screen's name in the catalog.", text),
            "flow": text,
            "version": counting("The version of the view model's shape.", from: 0),
            "presentation": constants(Presentation.allCases.map(\.rawValue)),
            "back": described("Whether the system back gesture is allowed now.", boolean),
            "viewModel": anything,
            "actions": list(of: text),
        ],
        [
            "title": described("In the session's language. Absent if the screen has none.", text),
            "backAsks": described("If present, the flow decides: send `back`, and pop only after the reply.", boolean),
            "draft": described("The stored draft.", anything),
        ]
    )

    private static let navigationDefinition: JSONObject = {
        let sometimes: KeyValuePairs = [
            "presentation": constants(Presentation.allCases.map(\.rawValue)),
            "presented": WireSchema.navigation.reference,
        ]
        let stack = object(
            ["id": text, "kind": constant("stack"), "screens": list(of: WireSchema.screenReference.reference)],
            sometimes
        )
        let tabs = object(
            ["id": text, "kind": constant("tabs"), "selected": text, "tabs": list(of: WireSchema.tab.reference)],
            sometimes
        )
        let split = object(
            [
                "id": text,
                "kind": constant("split"),
                "primary": WireSchema.navigation.reference,
                "secondary": WireSchema.navigation.reference,
            ],
            sometimes
        )
        return ["oneOf": [.object(stack), .object(tabs), .object(split)]]
    }()

    private static let moveDefinition = object(
        ["move": constants(Move.Kind.allCases.map(\.rawValue))],
        [
            "container": described("The container that changes.", text),
            "screen": described("The container's front screen; for `refresh`, the refreshed screen.", text),
            "tab": described("For `select`, the selected tab.", text),
        ]
    )

    private static let problemDefinition = object(
        ["type": text, "code": text, "title": text, "status": ["type": "integer"]],
        [
            "detail": text,
            "errors": list(of: WireSchema.fieldError.reference),
            "state": described("The current state of the session.", WireSchema.state.reference),
        ]
    )

    private static func object(
        _ required: KeyValuePairs<String, JSONObject>,
        _ optional: KeyValuePairs<String, JSONObject> = [:]
    ) -> JSONObject {
        object(required.map { ($0.key, $0.value) }, optional)
    }

    private static func object(
        _ required: [(String, JSONObject)],
        _ optional: KeyValuePairs<String, JSONObject>
    ) -> JSONObject {
        let all = required + optional.map { ($0.key, $0.value) }
        return [
            "type": "object",
            "properties": .object(JSONObject(all.map { (name: $0.0, value: .object($0.1)) })),
            "required": .array(required.map { .string($0.0) }),
        ]
    }

    private static func list(of element: JSONObject) -> JSONObject { ["type": "array", "items": .object(element)] }

    private static func constant(_ value: String) -> JSONObject { ["const": .string(value)] }

    private static func constants(_ values: [String]) -> JSONObject { ["enum": .array(values.map(JSONValue.string))] }

    private static func counting(_ about: String, from first: Int) -> JSONObject {
        ["type": "integer", "minimum": .number(JSONNumber(first)), "description": .string(about)]
    }

    /// OpenAPI 3.1 allows a description beside a `$ref`.
    private static func described(_ about: String, _ schema: JSONObject) -> JSONObject {
        var schema = schema
        schema["description"] = .string(about)
        return schema
    }
}

private func + (
    left: KeyValuePairs<String, JSONObject>,
    right: KeyValuePairs<String, JSONObject>
) -> [(String, JSONObject)] {
    left.map { ($0.key, $0.value) } + right.map { ($0.key, $0.value) }
}
