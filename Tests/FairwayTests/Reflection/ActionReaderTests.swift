import Testing

@testable import Fairway

struct ActionReaderTests {
    @Test(
        arguments: [
            ("plain", nil, "plain"), ("plain", "null", "plain"), ("plain", "{}", "plain"),
            ("labelled", #"{"name":"Ada","age":36}"#, #"labelled(name: "Ada", age: Optional(36))"#),
            ("labelled", #"{"name":"Ada"}"#, #"labelled(name: "Ada", age: nil)"#),
            ("labelled", #"{"name":"Ada","age":null,"unknown":[1]}"#, #"labelled(name: "Ada", age: nil)"#),
            ("bare", #"{"value":"x"}"#, #"bare("x")"#),
            ("list", #"{"value":[1,2]}"#, "list([1, 2])"),
        ] as [(String, String?, String)]
    )
    func anActionIsRead(_ name: String, _ params: String?, _ expected: String) throws {
        let params = try params.map { try RawJSON(validating: Array($0.utf8)) }
        let read = try ActionReader<Sample>(Sample.names).read(name, params)
        #expect("\(read.value)" == expected)
    }

    @Test(
        arguments: [
            ("labelled", nil, "/params/name"), ("labelled", #"{"name":5}"#, "/params/name"),
            ("labelled", #"{"name":"Ada","age":"old"}"#, "/params/age"), ("bare", #"{"value":5}"#, "/params/value"),
            ("list", #"{"value":[1,"x"]}"#, "/params/value/1"),
        ] as [(String, String?, String)]
    )
    func parametersThatDoNotFitNameTheirPlace(_ name: String, _ params: String?, _ pointer: String) throws {
        let params = try params.map { try RawJSON(validating: Array($0.utf8)) }
        let problem = #expect(throws: Problem.self) { try ActionReader<Sample>(Sample.names).read(name, params) }
        #expect(problem?.code == .invalidParams)
        #expect(problem?.errors.map(\.pointer) == [pointer])
    }

    @Test func rawValueEnumIsDecodedFromItsName() throws {
        let reader = ActionReader<Raw>(["first name"])
        for params in [nil, .null, .emptyObject, RawJSON(known: Array(#"{"x":1}"#.utf8))] as [RawJSON?] {
            #expect(try reader.read("first name", params).value as? Raw == .first)
        }
    }

    /// The reader caches actions without parameters. This one can be decoded without them, but must not be cached.
    @Test func optionalParametersAreDecoded() throws {
        let reader = ActionReader<Sample>(Sample.names)
        let params = RawJSON(known: Array(#"{"text":"hello"}"#.utf8))
        #expect("\(try reader.read("optional", nil).value)" == "optional(text: nil)")
        #expect("\(try reader.read("optional", params).value)" == #"optional(text: Optional("hello"))"#)
        #expect("\(try reader.read("optional", .emptyObject).value)" == "optional(text: nil)")
    }

    @Test func parametersOfAnActionWithoutPayloadMustBeAnObject() throws {
        let reader = ActionReader<Sample>(Sample.names)
        let problem = #expect(throws: Problem.self) { try reader.read("plain", RawJSON(known: Array("5".utf8))) }
        #expect(problem?.code == .invalidParams)
    }

    private enum Sample: Codable {
        case plain
        case labelled(name: String, age: Int?)
        case bare(String)
        case list([Int])
        case optional(text: String?)

        static let names = ActionNames.of(Self.self)
    }

    private enum Raw: String, Codable { case first = "first name" }
}
