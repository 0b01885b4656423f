import FairwayWire
import Foundation
import Testing

struct DecodingTests {
    struct Action: Codable, Equatable {
        struct Params: Codable, Equatable {
            var name: String
            var tags: [Int]?
        }
        var action: String
        var params: Params?
        var count: UInt8?
    }

    @Test(arguments: [
        (#"{"action":1}"#, "type-mismatch", "/action", "expected a string, found a number"),
        (#"{"action":null}"#, "type-mismatch", "/action", "expected a string, found null"),
        (#"{}"#, "missing-member", "/action", "the member is missing"),
        (#"[]"#, "type-mismatch", "", "expected an object, found an array"),
        (#"{"action":"a","params":{}}"#, "missing-member", "/params/name", "the member is missing"),
        (
            #"{"action":"a","params":{"name":true}}"#, "type-mismatch", "/params/name",
            "expected a string, found a boolean"
        ),
        (#"{"action":"a","params":[]}"#, "type-mismatch", "/params", "expected an object, found an array"),
        (
            #"{"action":"a","params":{"name":"","tags":{}}}"#, "type-mismatch", "/params/tags",
            "expected an array, found an object"
        ),
        (
            #"{"action":"a","params":{"name":"","tags":[1,"2"]}}"#, "type-mismatch", "/params/tags/1",
            "expected an integer, found a string"
        ),
        (
            #"{"action":"a","params":{"name":"","tags":[1,null]}}"#, "type-mismatch", "/params/tags/1",
            "expected an integer, found null"
        ),
        (
            #"{"action":"a","count":256}"#, "type-mismatch", "/count",
            "expected an integer from 0 to 255, found another number"
        ),
        (
            #"{"action":"a","count":-1}"#, "type-mismatch", "/count",
            "expected an integer from 0 to 255, found another number"
        ),
        (
            #"{"action":"a","count":1.5}"#, "type-mismatch", "/count",
            "expected an integer from 0 to 255, found another number"
        ),
    ])
    func decodingErrorHasCodePointerAndMessage(_ text: String, _ code: String, _ pointer: String, _ message: String) {
        let error = #expect(throws: JSONError.self) { try JSON.decode(Action.self, from: text.utf8) }
        #expect(error?.code.rawValue == code)
        #expect(error?.pointer == pointer)
        #expect(error?.message == message)
        #expect(error?.offset == nil)
    }

    @Test func pointerIsEscapedAsInRFC6901() throws {
        let text = #"{"a/b":{"m~n":{"":{"\u00e9\"":[0,{" ":"x"}]}}}}"#
        typealias Nested = [String: [String: [String: [String: [JSONElement]]]]]
        struct JSONElement: Decodable {
            init(from decoder: any Decoder) throws {
                guard let container = try? decoder.container(keyedBy: Name.self) else { return }
                _ = try container.decode(Int.self, forKey: " ")
            }
        }
        let error = #expect(throws: JSONError.self) { try JSON.decode(Nested.self, from: text.utf8) }
        #expect(error?.pointer == "/a~1b/m~0n//é\"/1/ ")
    }

    @Test func integersAreExactInAnyNotation() throws {
        #expect(
            try JSON.decode([Int].self, from: "[1.0,1e2,-0,-0.0,0e999999999999,10e-1,1.5e1,9223372036854775807]".utf8)
                == [1, 100, 0, 0, 0, 1, 15, .max]
        )
        #expect(try JSON.decode(Int.self, from: "9223372036854775807.000".utf8) == .max)
        #expect(try JSON.decode(Int.self, from: "922337203685477580700e-2".utf8) == .max)
        #expect(try JSON.decode(Int8.self, from: "-1.28e2".utf8) == -128)
        #expect(try JSON.decode(UInt.self, from: "-0".utf8) == 0)
        #expect(try JSON.decode(Int128.self, from: "1e38".utf8) == Int128("1" + String(repeating: "0", count: 38)))
        for text in [
            "9223372036854775808", "-9223372036854775809", "1e19", "0.5", "1e-1", "15e-1", "1e400",
            "1e999999999999999999",
            "-1e999999999999999999", "123456789012345678901234567890", "1.0000000000000000000000000000000000000000001",
        ] {
            #expect(throws: JSONError.self, "\(text)") { try JSON.decode(Int.self, from: text.utf8) }
        }
        let long = "1" + String(repeating: "0", count: 1_000_000)
        #expect(throws: JSONError.self) { try JSON.decode(Int.self, from: long.utf8) }
        #expect(throws: JSONError.self) { try JSON.decode(Double.self, from: long.utf8) }
        #expect(try JSON.decode(Int.self, from: "\(long)e-1000000".utf8) == 1)
        #expect(try JSON.decode(Double.self, from: "\(long)e-1000000".utf8) == 1)
    }

    @Test func overflowOfADoubleIsAnErrorAndUnderflowIsZero() throws {
        for text in ["1e309", "-1e400", "1.8e308"] {
            let error = #expect(throws: JSONError.self) { try JSON.decode([Double].self, from: "[\(text)]".utf8) }
            #expect(error?.code == .invalidValue && error?.pointer == "/0")
        }
        #expect(throws: JSONError.self) { try JSON.decode(Float.self, from: "1e39".utf8) }
        #expect(try JSON.decode(Double.self, from: "1e-400".utf8) == 0)
        #expect(try JSON.decode(Double.self, from: "-1e-999999999999999999999".utf8).sign == .minus)
        #expect(try JSON.decode(Double.self, from: "0e999999999999999999999".utf8) == 0)
        #expect(try JSON.decode(Float.self, from: "1e-60".utf8) == 0)
    }

    @Test func unknownCaseDiffersFromAWrongType() throws {
        enum Suit: String, Codable { case hearts, spades }
        enum Level: Int, Codable { case low = 1 }
        func error(_ type: any Decodable.Type, _ text: String) -> JSONError? {
            #expect(throws: JSONError.self) { try JSON.decode(type, from: text.utf8) }
        }
        #expect(
            error([Suit].self, #"["hearts","clubs"]"#)
                == JSONError(.unknownCase, "the value is not one of the allowed values", pointer: "/1")
        )
        #expect(
            error([String: Level].self, #"{"a":2}"#)
                == JSONError(.unknownCase, "the value is not one of the allowed values", pointer: "/a")
        )
        #expect(error(Suit.self, "1")?.code == .typeMismatch)
        #expect(
            error([Shape].self, #"[{"square":{}}]"#)
                == JSONError(.unknownCase, "there is no such case", pointer: "/0/square")
        )
        #expect(
            error([Shape].self, #"[{"point":{},"circle":{}}]"#)
                == JSONError(.typeMismatch, "expected an object with one member", pointer: "/0")
        )
        #expect(
            error([Shape].self, "[{}]") == JSONError(.typeMismatch, "expected an object with one member", pointer: "/0")
        )
        #expect(error([Shape].self, #"["point"]"#)?.message == "expected an object, found a string")
        #expect(
            error([Shape].self, #"[{"circle":{}}]"#)
                == JSONError(.missingMember, "the member is missing", pointer: "/0/circle/radius")
        )
        #expect(error([Shape].self, #"[{"circle":{"radius":"1"}}]"#)?.pointer == "/0/circle/radius")
    }

    @Test func errorThrownByATypeGetsACodeAndAPointer() throws {
        struct Picky: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Name.self)
                switch try container.decode(String.self, forKey: "how") {
                case "missing":
                    throw DecodingError.keyNotFound(
                        Name("a/b"),
                        .init(codingPath: decoder.codingPath, debugDescription: "")
                    )
                case "corrupted":
                    throw DecodingError.dataCorruptedError(forKey: "how", in: container, debugDescription: "not how")
                case "nowhere":
                    throw DecodingError.valueNotFound(Int.self, .init(codingPath: [], debugDescription: "nothing"))
                default: throw Other()
                }
            }
        }
        struct Other: Error {}
        func error(_ how: String) -> JSONError? {
            #expect(throws: JSONError.self) {
                try JSON.decode([String: [Picky]].self, from: #"{"x":[{"how":"\#(how)"}]}"#.utf8)
            }
        }
        #expect(error("missing") == JSONError(.missingMember, "the member is missing", pointer: "/x/0/a~1b"))
        #expect(error("corrupted") == JSONError(.invalidValue, "not how", pointer: "/x/0/how"))
        #expect(error("nowhere") == JSONError(.typeMismatch, "nothing", pointer: "/x/0"))
        #expect(throws: Other.self) { try JSON.decode(Picky.self, from: #"{"how":"other"}"#.utf8) }
    }

    @Test func dictionaryWithIntegerKeysRefusesOtherKeys() {
        let error = #expect(throws: JSONError.self) { try JSON.decode([Int: Int].self, from: #"{"1":1,"x":2}"#.utf8) }
        #expect(error?.code == .typeMismatch)
    }

    @Test func tooShortArrayIsMissingAnElement() throws {
        struct Pair: Decodable {
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                #expect(container.count == 2)
                _ = try container.decode(Int.self)
                #expect(try container.decodeNil() == false)
                _ = try? container.decode(String.self)
                #expect(container.currentIndex == 1)
                _ = try container.decode(Int.self)
                #expect(container.isAtEnd)
                _ = try container.decode(Int.self)
            }
        }
        let error = #expect(throws: JSONError.self) { try JSON.decode([Pair].self, from: "[[1,2]]".utf8) }
        #expect(error == JSONError(.missingMember, "the array has no more elements", pointer: "/0/2"))
    }

    @Test func membersAreFoundInAnyOrderAmongOthers() throws {
        let text =
            #"{"zzz":[{"action":"no"}],"params":{"tags":null,"x":{"name":1},"n\u0061me":"Ada"},"act\u0069on":"yes"}"#
        #expect(try JSON.decode(Action.self, from: text.utf8) == Action(action: "yes", params: .init(name: "Ada")))
        let many = (0..<3000).map { "\"key \($0)\":\($0)" }.joined(separator: ",")
        let read = try JSON.decode([String: Int].self, from: "{\(many)}".utf8)
        #expect(read.count == 3000 && read["key 2999"] == 2999)
    }

    @Test func canonicallyEquivalentNamesAreDifferentMembers() throws {
        struct Accents: Decodable {
            let composed: Int
            let decomposed: Int
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Name.self)
                composed = try container.decode(Int.self, forKey: "\u{E9}")
                decomposed = try container.decode(Int.self, forKey: "e\u{301}")
            }
        }
        let value = try JSON.decode(Accents.self, from: "{\"e\u{301}\":1,\"\u{E9}\":2}".utf8)
        #expect(value.composed == 2 && value.decomposed == 1)
    }

    @Test func anyCollectionOfBytesIsDecoded() throws {
        let bytes = Array(" [1,2] ".utf8)
        #expect(try JSON.decode([Int].self, from: bytes) == [1, 2])
        #expect(try JSON.decode([Int].self, from: bytes[1...5]) == [1, 2])
        #expect(try JSON.decode([Int].self, from: Data(bytes)) == [1, 2])
        #expect(try JSON.decode([Int].self, from: " [1,2] ".utf8) == [1, 2])
        #expect(try JSON.decode([Int].self, from: bytes.lazy.map { $0 }) == [1, 2])
        #expect(throws: JSONError.self) { try JSON.validate(bytes.lazy.map { $0 }.dropLast(2)) }
    }

    @Test func decoderStaysValidAfterDecoding() throws {
        struct Keeper: Decodable {
            let decoder: any Decoder
            init(from decoder: any Decoder) throws { self.decoder = decoder }
        }
        let keepers = try JSON.decode([Keeper].self, from: "[\(String(repeating: "[1,2],", count: 50))3]".utf8)
        #expect(try keepers.dropLast().allSatisfy { try [Int](from: $0.decoder) == [1, 2] })
        #expect(try Int(from: keepers[50].decoder) == 3)
    }
}
