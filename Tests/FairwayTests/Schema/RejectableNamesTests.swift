import FairwayWire
import Testing

@testable import Fairway

struct RejectableNamesTests {
    @Test(
        arguments: [
            ("name", true), ("name/first", false), ("age", true), ("nickname", false), ("", false), ("name/", false),
            ("tags/0", true), ("tags/first", false), ("tags/0/x", false),
            ("prices/eu", true), ("prices/eu/x", false),
            ("children/1/name", true), ("children/1/children/2/name", true), ("children/1/nickname", false),
            ("secret", true), ("free/of/everything", true),
            ("reason/gift/to", true), ("reason/own", true), ("reason/gift/from", false), ("reason/theft", false),
        ]
    )
    func nameIsThatOfAMember(_ name: String, _ exists: Bool) {
        #expect(RejectableNames(JSONSchema.of(Person.self)).contains(name) == exists)
    }

    @Test func outermostNamesAreInDeclarationOrder() {
        let names = RejectableNames(JSONSchema.of(Person.self)).outermost
        #expect(names == ["name", "age", "tags", "prices", "children", "secret", "free", "reason"])
    }

    private struct Person: Codable {
        var name: String
        var age: Int?
        var tags: [String]?
        var prices: [String: Int]
        var children: [Person]
        var secret: Sensitive<String>
        var free: JSONValue
        var reason: Reason
    }

    private enum Reason: Codable {
        case gift(to: String)
        case own
    }
}
