import Testing

@testable import FairwayWire

struct MemberUseTests {
    struct Basket: Codable {
        var owner = "Ada"
        var note: String?
        var lines: [Line] = []
        var byShop: [String: Line] = [:]
        var state = State.open
        var anything = JSONValue.null
    }

    struct Line: Codable {
        var count = 1
        var price: Int?
    }

    enum State: Codable, Equatable {
        case open
        case paid(by: String, at: String?)
    }

    @Test(arguments: [
        (#"{"owner":"a","note":null,"lines":[],"byShop":{},"state":{"open":{}},"anything":{"x":[{"y":1}]}}"#, [], []),
        (
            #"{"owner":"a","policy":{"deep":1},"lines":[],"byShop":{},"state":{"open":{}},"anything":1}"#, ["policy"],
            ["note"]
        ),
        (
            """
            {"owner":"a","note":"","lines":[{"count":1,"cost":2,"price":3},{"count":1,"cost":2}],
            "byShop":{"x":{"count":1,"cost":2,"price":1},"y":{"count":1,"price":1}},
            "state":{"paid":{"by":"b","when":"c"}},"anything":1}
            """,
            ["byShop/*/cost", "lines/*/cost", "state/paid/when"], ["lines/*/price", "state/paid/at"]
        ),
        (
            #"{"owner":"a","not\u0065":"","a/b~":1,"lines":[],"byShop":{},"state":{"open":{}},"anything":1}"#,
            ["a~1b~0"], []
        ),
    ])
    func unreadAndAbsentMembersAreFound(text: String, unread: [String], absent: [String]) throws {
        let use = try JSON.decodeNotingUse(Basket.self, from: Array(text.utf8)).use
        #expect(use.unread.sorted() == unread)
        #expect(use.absent.sorted() == absent)
    }

    @Test func memberFromTheDefaultsIsAbsentAndNotUnread() throws {
        let stored = Array(#"{"policy":"x","lines":[{"count":2,"cost":1}]}"#.utf8)
        let defaults = Array(
            #"{"lines":[],"owner":"Ada","note":null,"byShop":{},"state":{"open":{}},"anything":1,"unknown":1}"#.utf8
        )
        let (value, use) = try JSON.decodeNotingUse(Basket.self, from: stored, absentMembersFrom: defaults)
        #expect(value.owner == "Ada")
        #expect(use.unread == ["policy", "lines/*/cost"])
        #expect(use.absent == ["owner", "note", "byShop", "state", "anything", "lines/*/price"])
    }

    @Test func everyMemberOfAValueThatThisTypeHasStoredIsUsed() throws {
        let basket = Basket(note: "n", lines: [Line(price: 1)], byShop: ["a": Line()], state: .paid(by: "x", at: nil))
        #expect(try JSON.decodeNotingUse(Basket.self, from: JSON.encode(basket)).use.isComplete)
        #expect(try JSON.decodeNotingUse([Int: [Line]].self, from: JSON.encode([1: [Line()]])).use.isComplete)
        #expect(
            try JSON.decodeNotingUse(Int.self, from: [UInt8(ascii: "1")], absentMembersFrom: [UInt8(ascii: "2")]).use
                .isComplete
        )
    }

    @Test func namesThatATypeListsAreRead() throws {
        struct Names: Decodable {
            var names: [String]
            init(from decoder: any Decoder) throws {
                names = try decoder.container(keyedBy: JSONKey.self).allKeys.map(\.stringValue)
            }
        }
        let (value, use) = try JSON.decodeNotingUse(Names.self, from: Array(#"{"a":{"b":1}}"#.utf8))
        #expect(value.names == ["a"])
        #expect(use.isComplete)
    }

    @Test func memberThatIsTestedForIsRead() throws {
        struct Either: Decodable {
            enum CodingKeys: CodingKey { case old, new }
            init(from decoder: any Decoder) throws {
                let members = try decoder.container(keyedBy: CodingKeys.self)
                if !members.contains(.new) { _ = try members.decode(Int.self, forKey: .old) }
            }
        }
        #expect(try JSON.decodeNotingUse(Either.self, from: Array(#"{"old":1}"#.utf8)).use.unread.isEmpty)
        #expect(try JSON.decodeNotingUse(Either.self, from: Array(#"{"old":1,"new":1}"#.utf8)).use.unread == ["old"])
    }

    @Test func pathsAreFoundInAText() throws {
        let text = Array(#"{"a":[{"b/c":1},{}],"d":{"e":{"f":null}}}"#.utf8)
        for path in ["a", "a/*/b~1c", "d/*/f", "d/e/f"] { #expect(try JSON.hasMember(path, in: text)) }
        for path in ["b", "a/b~1c", "a/*/c", "d/e/f/g", "d/f", ""] { #expect(try !JSON.hasMember(path, in: text)) }
    }
}
