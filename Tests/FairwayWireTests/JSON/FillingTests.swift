import FairwayWire
import Testing

struct FillingTests {
    struct Settings: Codable, Equatable {
        var name = "none"
        var volume: Int? = 5
        var colours = ["red": 1]
        var shape = Shape.point
        var inner = Point(x: 1, y: 2)
    }

    private let defaults = Settings(
        name: "default",
        volume: 9,
        colours: ["blue": 2],
        shape: .named("x"),
        inner: Point(x: 3, y: 4)
    )

    @Test(arguments: [
        (
            "{}",
            Settings(name: "default", volume: 9, colours: ["blue": 2], shape: .named("x"), inner: Point(x: 3, y: 4))
        ),
        (
            #" { "name" : "a\n" } "#,
            Settings(name: "a\n", volume: 9, colours: ["blue": 2], shape: .named("x"), inner: Point(x: 3, y: 4))
        ),
        // A present null is kept.
        (
            #"{"volume":null,"n\u0061me":"b"}"#,
            Settings(name: "b", volume: nil, colours: ["blue": 2], shape: .named("x"), inner: Point(x: 3, y: 4))
        ),
        // Dictionaries are not merged, because a deleted key must stay deleted. Enums are not merged, because an enum
        // has one case.
        (
            #"{"colours":{},"shape":{"circle":{"radius":1}}}"#,
            Settings(name: "default", volume: 9, colours: [:], shape: .circle(radius: 1), inner: Point(x: 3, y: 4))
        ),
    ])
    func absentMembersAreFilledIn(_ text: String, _ expected: Settings) throws {
        let read = try JSON.decode(Settings.self, from: Array(text.utf8), absentMembersFrom: JSON.encode(defaults))
        #expect(read == expected)
    }

    @Test func nestedMembersAreNotFilledIn() throws {
        let error = #expect(throws: JSONError.self) {
            try JSON.decode(
                Settings.self,
                from: Array(#"{"inner":{"x":1}}"#.utf8),
                absentMembersFrom: JSON.encode(defaults)
            )
        }
        #expect(error == JSONError(.missingMember, "the member is missing", pointer: "/inner/y"))
    }

    @Test func unknownMembersAreKeptWhenFilling() throws {
        let bytes = Array(#"{"b":[1.50,"é"],"a":null}"#.utf8)
        let read = try JSON.decode(
            JSONValue.self,
            from: bytes,
            absentMembersFrom: Array(#"{"c":1e2,"a":1,"\"":{}}"#.utf8)
        )
        #expect(String(decoding: try JSON.encode(read), as: UTF8.self) == #"{"b":[1.50,"é"],"a":null,"c":1e2,"\"":{}}"#)
    }

    @Test func nonObjectsAreDecodedUnchanged() throws {
        let object = Array(#"{"x":1}"#.utf8)
        #expect(try JSON.decode([Int].self, from: Array("[1]".utf8), absentMembersFrom: object) == [1])
        #expect(try JSON.decode([String: Int].self, from: object, absentMembersFrom: Array("[]".utf8)) == ["x": 1])
        #expect(throws: JSONError.self) {
            try JSON.decode(Point.self, from: Array("3".utf8), absentMembersFrom: object)
        }
        #expect(throws: JSONError.self) { try JSON.decode([String: Int].self, from: object, absentMembersFrom: [0x7B]) }
        #expect(throws: JSONError.self) { try JSON.decode([String: Int].self, from: [0x7B], absentMembersFrom: object) }
    }

    @Test func userInfoAndPointersAreKeptWhenFilling() throws {
        let error = #expect(throws: JSONError.self) {
            try JSON.decode(Point.self, from: Array(#"{"y":"1"}"#.utf8), absentMembersFrom: Array(#"{"x":0}"#.utf8))
        }
        #expect(error?.pointer == "/y")
    }
}
