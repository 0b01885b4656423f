import FairwayWire
import Foundation
import Testing

struct EncodingTests {
    @Test func membersAreEncodedInDeclaredOrderAndNilIsNull() throws {
        struct Page: Encodable {
            var title = "Welcome"
            var subtitle: String?
            var count: Int? = 3
            var ratio: Double?
            var flag: Bool?
            var point: Point?
            var tiny: UInt8?
            var huge: Int128?
            var float: Float?
        }
        #expect(
            try text(Page())
                == #"{"title":"Welcome","subtitle":null,"count":3,"ratio":null,"flag":null,"point":null,"tiny":null,"huge":null,"float":null}"#
        )
    }

    @Test func dictionariesAreSortedByTheUTF8OfTheirKeys() throws {
        #expect(
            try text(["b": 1, "a": 2, "": 3, "B": 4, "é": 5, "aa": 6]) == #"{"":3,"B":4,"a":2,"aa":6,"b":1,"é":5}"#
        )
        #expect(try text([10: 1, 9: 2, -1: 3]) == #"{"-1":3,"10":1,"9":2}"#)
        #expect(try text([Point(x: 2, y: 0): 1, Point(x: 1, y: 0): 2]) == #"[{"x":1,"y":0},2,{"x":2,"y":0},1]"#)
        #expect(try text([[Suit.spades: 1, .hearts: 2]]) == #"[{"hearts":2,"spades":1}]"#)
        #expect(try text([Double: Int]()) == "[]")
        #expect(try text([String: Int]()) == "{}")
    }

    enum Suit: String, Codable, CodingKeyRepresentable { case hearts, spades }

    @Test func setsAreSortedByTheirElementsText() throws {
        #expect(try text(Set([3, 1, 2])) == "[1,2,3]")
        #expect(try text(["x": Set(["b", "a"])]) == #"{"x":["a","b"]}"#)
        #expect(try text(Set([Set([2, 1]), Set([0])])) == "[[0],[1,2]]")
        #expect(try text(Set<Int>()) == "[]")
    }

    @Test func sameValueAlwaysHasTheSameBytes() throws {
        struct Document: Encodable {
            var byName: [String: [Int: Set<String>]]
            var pairs: [Point: Set<Point>]
            var optional: [String: Double?]?
        }
        func document(_ order: [Int]) -> Document {
            var byName: [String: [Int: Set<String>]] = [:]
            var pairs: [Point: Set<Point>] = [:]
            var optional: [String: Double?] = [:]
            for number in order {
                byName["name \(number)", default: [:]][number] = Set(order.map { "element \($0)" })
                pairs[Point(x: number, y: 0)] = Set(order.map { Point(x: 0, y: $0) })
                optional["\(number)"] = number % 2 == 0 ? 1 / Double(number + 1) : nil
            }
            // Inserting and removing keys changes a dictionary's order.
            for number in order { byName["other \(number)"] = [:] }
            for number in order { byName["other \(number)"] = nil }
            return Document(byName: byName, pairs: pairs, optional: optional)
        }
        let bytes = try JSON.encode(document(Array(0..<40)))
        for _ in 0..<10 { #expect(try JSON.encode(document(Array(0..<40).shuffled())) == bytes) }
    }

    @Test func valueThatEncodesNothingIsAnEmptyObject() throws {
        struct Nothing: Encodable {}
        struct Silent: Encodable { func encode(to encoder: any Encoder) {} }
        struct Asks: Encodable { func encode(to encoder: any Encoder) { _ = encoder.singleValueContainer() } }
        struct Empty: Encodable { func encode(to encoder: any Encoder) { _ = encoder.unkeyedContainer() } }
        #expect(try text(Nothing()) == "{}")
        #expect(try text([Silent(), Silent()]) == "[{},{}]")
        #expect(try text(["a": Asks()]) == #"{"a":{}}"#)
        #expect(try text(["a": Empty()]) == #"{"a":[]}"#)
    }

    @Test func numbersUseTheShortestTextThatReadsBackTheSame() throws {
        #expect(
            try text([0.1, 1, -0.0, 1e300, .leastNonzeroMagnitude.nextUp, 100]) == "[0.1,1.0,-0.0,1e+300,1e-323,100.0]"
        )
        #expect(try text([Float(0.1), 16_777_216]) == "[0.1,16777216.0]")
        #expect(
            try text([Int.min, 0, 7, 10, 99, 100, Int.max])
                == "[-9223372036854775808,0,7,10,99,100,9223372036854775807]"
        )
        #expect(try text(UInt128.max) == "340282366920938463463374607431768211455")
    }

    @Test func onlyRequiredCharactersAreEscaped() throws {
        #expect(
            try text("\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}é\u{2027}\u{202A}😀") == #""\"\\/\b\f\n\r\t\u0000\u001f"#
                + "\u{7F}é\u{2027}\u{202A}😀\""
        )
        #expect(try text(["\"\n": 1]) == #"{"\"\n":1}"#)
    }

    /// Otherwise a state with one of them would be two lines in some libraries for server-sent events.
    @Test func lineSeparatorsAreEscapedAtEveryPosition() throws {
        for (separator, escape) in [("\u{2028}", #"\u2028"#), ("\u{2029}", #"\u2029"#)] {
            for (filler, length) in ["x", "é", "\u{2027}", "\""].flatMap({ filler in (0..<20).map { (filler, $0) } }) {
                for place in 0...length {
                    let head = String(repeating: filler, count: place)
                    let tail = String(repeating: filler, count: length - place)
                    let string = head + separator + tail
                    let escaped = (head + escape + tail).replacing("\"", with: #"\""#)
                    #expect(try text(string) == "\"\(escaped)\"")
                    #expect(try text([string: 1]) == "{\"\(escaped)\":1}")
                }
            }
        }
        #expect(try text("\u{2028}\u{2028}\u{2029}") == #""\u2028\u2028\u2029""#)
    }

    /// The text of a draft is kept as the client sent it.
    @Test func lineSeparatorsOfAKnownTextAreEscaped() throws {
        let sent = try JSON.decode(RawJSON.self, from: Array("{\"a\u{2028}\": [\"é\u{2029}\u{2029}\", \"…\"] }".utf8))
        #expect(try text(["draft": sent]) == #"{"draft":{"a\u2028": ["é\u2029\u2029", "…"] }}"#)
        #expect(try JSON.decode(JSONValue.self, from: JSON.encode(sent)) == ["a\u{2028}": ["é\u{2029}\u{2029}", "…"]])
    }

    @Test func infinityAndNaNAreErrorsWithTheirPointer() throws {
        let cases: [(any Encodable, String)] = [
            (Double.nan, ""), ([Double.infinity], "/0"), (["a": [1, -Double.infinity]], "/a/1"),
            (["a/b": ["~": Double.nan]], "/a~1b/~0"), (["": Float.nan], "/"),
            (["é\"\n": [[:], ["x": Float.infinity]]], "/é\"\n/1/x"),
        ]
        for (value, pointer) in cases {
            let error = #expect(throws: JSONError.self) { try JSON.encode(value) }
            #expect(error?.code == .invalidValue)
            #expect(error?.pointer == pointer)
            #expect(error?.offset == nil)
        }
        struct Deep: Encodable {
            struct Inner: Encodable {
                var fine = 1
                var values: [Double?] = [nil, .nan]
            }
            var first = Point(x: 1, y: 2)
            var inner: Inner? = Inner()
        }
        #expect(#expect(throws: JSONError.self) { try JSON.encode(Deep()) }?.pointer == "/inner/values/1")
        #expect(
            #expect(throws: JSONError.self) { try JSON.encode(Shape.circle(radius: .nan)) }?.pointer == "/circle/radius"
        )
    }

    @Test func encodingErrorOfATypeKeepsItsPointer() throws {
        struct Refusing: Encodable {
            func encode(to encoder: any Encoder) throws {
                throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: "no"))
            }
        }
        let error = #expect(throws: JSONError.self) { try JSON.encode(["a": [Refusing()]]) }
        #expect(error == JSONError(.invalidValue, "no", pointer: "/a/0"))
        struct Other: Error {}
        struct Throwing: Encodable { func encode(to encoder: any Encoder) throws { throw Other() } }
        #expect(throws: Other.self) { try JSON.encode([Throwing()]) }
    }

    @Test func failedValueLeavesNothingInItsContainer() throws {
        struct Half: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Name.self)
                try container.encode(1, forKey: "half")
                var nested = container.nestedUnkeyedContainer(forKey: "list")
                try nested.encode(Double.nan)
            }
        }
        struct Forgiving: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Name.self)
                try container.encode(1, forKey: "a")
                try? container.encode(Half(), forKey: "b")
                try? container.encode(Double.nan, forKey: "b")
                var list = container.nestedUnkeyedContainer(forKey: "list")
                try? list.encode(Half())
                try list.encode("fine")
                try container.encode(2, forKey: "c")
                try? list.encode(Half())
                try list.encode("late")
            }
        }
        #expect(try text([Forgiving()]) == #"[{"a":1,"list":["fine","late"],"c":2}]"#)
    }

    @Test func userInfoReachesEveryType() throws {
        struct Curious: Encodable {
            static let key = CodingUserInfoKey(rawValue: "key")
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(Self.key.flatMap { encoder.userInfo[$0] as? String } ?? "none")
            }
        }
        let key = try #require(Curious.key)
        #expect(try JSON.encode(["a": [Curious()]], userInfo: [key: "here"]) == Array(#"{"a":["here"]}"#.utf8))
    }

    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSON.encode(value), as: UTF8.self)
    }
}
