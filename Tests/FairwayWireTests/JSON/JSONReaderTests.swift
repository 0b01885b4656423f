import Testing

@testable import FairwayWire

struct JSONReaderTests {
    @Test func readerReadsEveryKindOfValue() throws {
        let text =
            #"{"b": true, "i":-7,"s":"a\"\u00e9","\u006e":null,"list":[1, 2],"#
            + #""raw":{"x": [1]},"o":{"p":{},"q":0}}"#
        let reader = try JSONReader(Array(text.utf8))
        #expect(try reader.member("i").int == -7)
        #expect(try reader.member("b").bool)
        #expect(try reader.member("s").string == "a\"é")
        let list = try reader.member("list").elements.map { try $0.int }
        #expect(list == [1, 2])
        #expect(try reader.member("raw").raw.description == #"{"x": [1]}"#)
        #expect(try reader.member("s").raw.description == #""a\"\u00e9""#)
        let members = try reader.member("o").members.map { "\($0.name): \($0.raw)" }
        #expect(members == ["p: {}", "q: 0"])
        #expect(try reader.member("n").raw == .null)
        #expect(try reader.optional("n")?.int == nil)
        #expect(try reader.optional("x")?.int == nil)
        #expect(try reader.optional("i")?.int == -7)
    }

    @Test func emptyContainersAreRead() throws {
        #expect(try JSONReader(Array("[]".utf8)).elements.map(\.raw) == [])
        let object = try JSONReader(Array("{}".utf8))
        #expect(try object.members.map(\.name) == [])
        #expect(try object.optional("x")?.int == nil)
    }

    fileprivate struct Point: Decodable {
        let x: Int
        let inner: Inner

        struct Inner: Decodable {
            let name: String
            let isLast: Bool?
            let list: [Int]
        }

        init(_ reader: JSONReader) throws {
            x = try reader.member("x").int
            inner = try Inner(reader.member("inner"))
        }
    }

    /// Errors have the same message and pointer as those of `JSON.decode`.
    @Test(arguments: [
        "", "{", "[]", "1", "{}", #"{"x":1}"#, #"{"x":null}"#, #"{"x":1.5,"inner":{}}"#, #"{"x":"1"}"#,
        #"{"x":99999999999999999999}"#, #"{"x":1,"inner":[]}"#, #"{"x":1,"inner":{}}"#, #"{"x":1,"x":2}"#,
        #"{"x":1,"inner":{"name":1}}"#, #"{"x":1,"inner":{"name":"","isLast":0}}"#, #"{"x":1,"inner":{"name":""}}"#,
        #"{"x":1,"inner":{"name":"","list":{}}}"#, #"{"x":1,"inner":{"name":"","list":[1,"2"]}}"#,
        #"{"x":1,"inner":{"name":"","list":[]}} x"#,
    ])
    func readerReportsTheSameErrorsAsDecoding(text: String) throws {
        let bytes = Array(text.utf8)
        let expected = #expect(throws: JSONError.self) { try JSON.decode(Point.self, from: bytes) }
        let error = #expect(throws: JSONError.self) { try Point(JSONReader(bytes)) }
        #expect(error == expected)
    }

    @Test(arguments: [(512, nil), (513, .tooDeep)] as [(Int, JSONError.Code?)])
    func readerHasTheDepthLimitOfDecoding(levels: Int, refusal: JSONError.Code?) throws {
        let text = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        do {
            _ = try JSONReader(Array(text.utf8))
            #expect(refusal == nil)
        } catch let error as JSONError {
            #expect(error.code == refusal)
        }
    }

    @Test func readerRefusesMembersOfNonContainers() throws {
        let reader = try JSONReader(Array("1".utf8))
        for read in [{ _ = try reader.members }, { _ = try reader.elements }, { _ = try reader.member("x") }] {
            let error = #expect(throws: JSONError.self) { try read() }
            #expect(error?.code == .typeMismatch && error?.pointer == "")
        }
    }
}

extension JSONReaderTests.Point.Inner {
    fileprivate init(_ reader: JSONReader) throws {
        name = try reader.member("name").string
        isLast = try reader.optional("isLast")?.bool
        list = try reader.member("list").elements.map { try $0.int }
    }
}
