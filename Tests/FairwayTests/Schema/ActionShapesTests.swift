import FairwayWire
import Testing

@testable import Fairway

struct ActionShapesTests {
    @Test func labelsBecomeMembersAndASingleValueIsNamedValue() throws {
        enum Action: Codable {
            case nextButtonPressed
            case didEnterName(name: String, age: Int8?)
            case didSelect(String)
            case didMove(Int, to: Int)
        }
        let schemas = ActionShapes(of: Action.self, names: ActionNames.of(Action.self)).schemas()
        #expect(schemas["nextButtonPressed"] == ["type": "object", "properties": [:]])
        #expect(
            schemas["didEnterName"] == [
                "type": "object",
                "properties": [
                    "name": ["type": "string"],
                    "age": ["type": ["integer", "null"], "minimum": -128, "maximum": 127],
                ],
                "required": ["name"],
            ]
        )
        #expect(
            schemas["didSelect"] == [
                "type": "object", "properties": ["value": ["type": "string"]], "required": ["value"],
            ]
        )
        #expect(schemas["didMove"]?["required"] == ["_0", "to"])
    }

    @Test func actionsWithoutPayloadRequireNothing() throws {
        enum Action: String, Codable { case save, discard }
        let schemas = ActionShapes(of: Action.self, names: ActionNames.of(Action.self)).schemas()
        #expect(schemas.members.map(\.name) == ["save", "discard"])
        #expect(schemas["save"] == ["type": "object", "properties": [:]])
    }

    @Test func screenWithoutActionsHasNoSchemas() {
        #expect(ActionShapes(of: Never.self, names: []).schemas() == [:])
    }

    @Test func unknownActionNameAcceptsAnything() {
        #expect(ActionShapes(of: Never.self, names: ["declaredByHand"]).schemas() == ["declaredByHand": [:]])
    }
}
