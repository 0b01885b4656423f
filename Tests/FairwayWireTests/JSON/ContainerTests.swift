import FairwayWire
import Foundation
import Testing

/// Uses of `Encoder` and `Decoder` that do not occur in synthesized code.
struct ContainerTests {
    /// A value that is encoded by a closure.
    struct Custom: Encodable {
        let write: @Sendable (any Encoder) throws -> Void
        func encode(to encoder: any Encoder) throws { try write(encoder) }
    }

    @Test func nestedContainersNest() throws {
        let value = Custom { encoder in
            var outer = encoder.container(keyedBy: Name.self)
            var object = outer.nestedContainer(keyedBy: Name.self, forKey: "object")
            try object.encode(1, forKey: "a")
            var array = object.nestedUnkeyedContainer(forKey: "array")
            try array.encode(true)
            try array.encodeNil()
            var inner = array.nestedContainer(keyedBy: Name.self)
            try inner.encodeNil(forKey: "n")
            var innermost = array.nestedUnkeyedContainer()
            try innermost.encode("x")
            #expect(array.count == 4)
            #expect(innermost.count == 1)
            #expect(innermost.codingPath.map(\.stringValue).suffix(3) == ["object", "array", "Index 3"])
        }
        #expect(try text(value) == #"{"object":{"a":1,"array":[true,null,{"n":null},["x"]]}}"#)
    }

    @Test func nestedContainerAcceptsMembersAfterItsParentHasEncodedOthers() throws {
        let value = Custom { encoder in
            var outer = encoder.container(keyedBy: Name.self)
            var first = outer.nestedContainer(keyedBy: Name.self, forKey: "first")
            var second = outer.nestedUnkeyedContainer(forKey: "second")
            try first.encode(1, forKey: "a")
            try second.encode("x")
            try outer.encode(true, forKey: "third")
            try first.encode(Point(x: 1, y: 2), forKey: "b")
            try second.encode(["k": [1.5]])
            var late = first.nestedContainer(keyedBy: Name.self, forKey: "late")
            var later = second.nestedUnkeyedContainer()
            try late.encode(Shape.group([.point]), forKey: "c")
            try later.encodeNil()
            try late.encode(2, forKey: "d")
            try first.encode(3, forKey: "e")
            #expect(late.codingPath.map(\.stringValue).suffix(2) == ["first", "late"])
            #expect(later.codingPath.map(\.stringValue).suffix(2) == ["second", "Index 2"])
            #expect(second.count == 3)
            try outer.encode(4, forKey: "fourth")
        }
        let expected =
            #"{"first":{"a":1,"b":{"x":1,"y":2},"late":{"c":{"group":{"_0":[{"point":{}}]}},"d":2},"e":3},"#
            + #""second":["x",{"k":[1.5]},[null]],"third":true,"fourth":4}"#
        #expect(try text(value) == expected)
        #expect(try text([value, value]) == "[\(expected),\(expected)]")
        #expect(try text(["k": value]) == "{\"k\":\(expected)}")
    }

    @Test func valueMayRequestItsContainerTwice() throws {
        let object = Custom { encoder in
            var first = encoder.container(keyedBy: Name.self)
            var second = encoder.container(keyedBy: Name.self)
            try first.encode(1, forKey: "a")
            try second.encode(2, forKey: "b")
            try first.encode(3, forKey: "c")
        }
        let array = Custom { encoder in
            var first = encoder.unkeyedContainer()
            var second = encoder.unkeyedContainer()
            try first.encode(1)
            try second.encode(2)
            try first.encode(3)
            #expect(second.count == 3)
        }
        #expect(try text([object]) == #"[{"a":1,"b":2,"c":3}]"#)
        #expect(try text([array]) == "[[1,2,3]]")
    }

    @Test func superEncoderMayBeUsedImmediatelyOrLaterOrNotAtAll() throws {
        let value = Custom { encoder in
            var object = encoder.container(keyedBy: Name.self)
            _ = object.superEncoder()
            let late = object.superEncoder(forKey: "late")
            let scalar = object.superEncoder(forKey: "scalar")
            try object.encode(1, forKey: "a")
            var array = object.nestedUnkeyedContainer(forKey: "array")
            let element = array.superEncoder()
            try array.encode(2)
            try object.encode(3, forKey: "b")
            var single = scalar.singleValueContainer()
            try single.encode(Point(x: 1, y: 2))
            var keyed = late.container(keyedBy: Name.self)
            try keyed.encode("x", forKey: "c")
            var unkeyed = element.unkeyedContainer()
            try unkeyed.encode(Shape.point)
            try unkeyed.encodeNil()
            #expect(late.codingPath.map(\.stringValue).suffix(1) == ["late"])
            #expect(element.codingPath.map(\.stringValue).suffix(2) == ["array", "Index 0"])
            let inner = keyed.superEncoder()
            var innermost = inner.singleValueContainer()
            try innermost.encodeNil()
        }
        let expected =
            #"{"super":{},"late":{"c":"x","super":null},"scalar":{"x":1,"y":2},"a":1,"#
            + #""array":[[{"point":{}},null],2],"b":3}"#
        #expect(try text(value) == expected)
        #expect(try text(["k": [value]]) == "{\"k\":[\(expected)]}")
    }

    @Test func errorInAContainerThatIsFilledLaterHasThePointerOfTheValue() throws {
        let value = Custom { encoder in
            var outer = encoder.container(keyedBy: Name.self)
            var list = outer.nestedUnkeyedContainer(forKey: "list")
            let parent = outer.superEncoder()
            try list.encode(1)
            try outer.encode(1, forKey: "a")
            var container = parent.container(keyedBy: Name.self)
            #expect(#expect(throws: JSONError.self) { try list.encode(["x": Double.nan]) }?.pointer == "/0/list/1/x")
            #expect(
                #expect(throws: JSONError.self) { try container.encode([Double.nan], forKey: "y") }?.pointer
                    == "/0/super/y/0"
            )
        }
        #expect(try text([value]) == #"[{"list":[1],"super":{},"a":1}]"#)
    }

    @Test func singleValueContainerAcceptsAnyValue() throws {
        struct Wrapper<Value: Codable & Equatable>: Codable, Equatable {
            let value: Value
            init(_ value: Value) { self.value = value }
            init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(value)
            }
        }
        func check<Value: Codable & Equatable>(_ value: Value, _ expected: String) throws {
            #expect(try text(Wrapper(value)) == expected)
            #expect(try text(["a": Wrapper(Wrapper(value))]) == "{\"a\":\(expected)}")
            #expect(try JSON.decode(Wrapper<Wrapper<Value>>.self, from: expected.utf8) == Wrapper(Wrapper(value)))
        }
        try check(1, "1")
        try check("x", #""x""#)
        try check(Int?.none, "null")
        try check([Point(x: 1, y: 2)], #"[{"x":1,"y":2}]"#)
        try check(["b": 1.5], #"{"b":1.5}"#)
        try check(Date(timeIntervalSinceReferenceDate: 0), #""2001-01-01T00:00:00.000Z""#)
        try check(UInt16(7), "7")
        try check(JSONValue.object(["a": [1, nil]]), #"{"a":[1,null]}"#)
    }

    @Test func containerTrapsIfItIsUsedAfterItsValueWasEncoded() async {
        await #expect(processExitsWith: .failure) {
            final class Kept: @unchecked Sendable {
                // Unchecked: the coder runs on one thread.
                var container: (any UnkeyedEncodingContainer)?
            }
            let kept = Kept()
            _ = try JSON.encode([Custom { kept.container = $0.unkeyedContainer() }])
            try kept.container?.encode(1)
        }
    }

    @Test func codingPathIsThatOfTheValue() throws {
        final class Paths: @unchecked Sendable {
            // Unchecked: the coder runs on one thread.
            var seen: [String] = []
        }
        struct Probe: Codable {
            static let key = CodingUserInfoKey(rawValue: "paths")
            init() {}
            init(from decoder: any Decoder) throws { note(decoder.codingPath, decoder.userInfo) }
            func encode(to encoder: any Encoder) throws {
                note(encoder.codingPath, encoder.userInfo)
                var container = encoder.container(keyedBy: Name.self)
                try container.encode(1, forKey: "inside")
                note(encoder.codingPath, encoder.userInfo)
                note(container.codingPath, encoder.userInfo)
            }
            private func note(_ path: [any CodingKey], _ userInfo: [CodingUserInfoKey: Any]) {
                let paths = Self.key.flatMap { userInfo[$0] as? Paths }
                paths?.seen.append(path.map(\.stringValue).joined(separator: "."))
            }
        }
        let key = try #require(Probe.key)
        let paths = Paths()
        let bytes = try JSON.encode(["a": ["b\"/\n": [Probe(), Probe()]]], userInfo: [key: paths])
        let places = ["a.b\"/\n.Index 0", "a.b\"/\n.Index 1"]
        #expect(paths.seen == places.flatMap { [$0, $0, $0] })
        paths.seen = []
        _ = try JSON.decode([String: [String: [Probe]]].self, from: bytes, userInfo: [key: paths])
        #expect(paths.seen == places)
    }

    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSON.encode(value), as: UTF8.self)
    }
}
