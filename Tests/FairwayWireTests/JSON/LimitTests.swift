import FairwayWire
import Testing

/// Documents that exceed the limits.
struct LimitTests {
    private func nested(_ depth: Int, _ open: String, _ close: String) -> [UInt8] {
        Array((String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)).utf8)
    }

    @Test(arguments: [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")])
    func depthLimitIsExact(_ open: String, _ close: String) throws {
        let levels = open.count { "[{".contains($0) }
        for limit in [1, 2, 64, 512] where limit >= levels {
            let limits = JSONLimits(depth: limit)
            let fits = nested(limit / levels, open, close)
            try JSON.validate(fits, limits: limits)
            // A text at the decoding limit can be encoded, and decoding it does not exhaust the stack.
            let value = try JSON.decode(JSONValue.self, from: fits, limits: limits)
            #expect(try JSON.encode(value, limits: limits) == fits)
            let tooDeep = nested(limit / levels + 1, open, close)
            let error = #expect(throws: JSONError.self) { try JSON.validate(tooDeep, limits: limits) }
            #expect(error?.code == .tooDeep)
            let brackets = tooDeep.indices.filter { "[{".utf8.contains(tooDeep[$0]) }
            #expect(error?.offset == brackets[limit])
        }
    }

    /// A document that embeds texts of the standard depth is deeper than 64 levels.
    @Test func decodingAllowsTheLargestDepth() throws {
        #expect(throws: Never.self) { try JSON.decode(JSONValue.self, from: nested(512, "[", "]")) }
        let error = #expect(throws: JSONError.self) { try JSON.decode(JSONValue.self, from: nested(513, "[", "]")) }
        #expect(error?.code == .tooDeep)
    }

    @Test func millionBracketsAreRefusedAtOnce() {
        for text in [String(repeating: "[", count: 1_000_000), String(repeating: #"{"a":"#, count: 200_000)] {
            #expect(#expect(throws: JSONError.self) { try JSON.validate(text.utf8) }?.code == .tooDeep)
        }
    }

    @Test func encodingHasADepthLimit() throws {
        final class Endless: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Name.self)
                try container.encode(self, forKey: "again")
            }
        }
        let error = #expect(throws: JSONError.self) { try JSON.encode(Endless()) }
        #expect(error?.code == .tooDeep)
        #expect(error?.pointer == String(repeating: "/again", count: 64))
        func shape(_ depth: Int) -> Shape { (0..<depth).reduce(.point) { shape, _ in .group([shape]) } }
        // Each group adds three levels, and the innermost point two.
        let deepest = try JSON.encode(shape(20))
        #expect(try JSON.decode(Shape.self, from: deepest) == shape(20))
        #expect(throws: JSONError.self) { try JSON.encode(shape(21)) }
        #expect(
            try JSON.decode(
                Shape.self,
                from: JSON.encode(shape(21), limits: .init(depth: 65)),
                limits: .init(depth: 65)
            ) == shape(21)
        )
    }

    @Test func nestedContainersCountAsLevels() throws {
        let value = ContainerTests.Custom { encoder in
            var container = encoder.unkeyedContainer()
            for _ in 0..<64 {
                container = container.nestedUnkeyedContainer()
            }
        }
        #expect(#expect(throws: JSONError.self) { try JSON.encode(value) }?.code == .tooDeep)
        #expect(throws: Never.self) { try JSON.encode(value, limits: .init(depth: 65)) }
    }

    @Test func sizeIsLimited() throws {
        let limits = JSONLimits(bytes: 10)
        try JSON.validate(Array("[1,2,3,45]".utf8), limits: limits)
        let error = #expect(throws: JSONError.self) { try JSON.validate(Array("[1,2,3,456]".utf8), limits: limits) }
        #expect(error?.code == .tooLarge && error?.offset == 10)
    }

    @Test func duplicatesAreFoundInObjectsOfAnySize() throws {
        for size in [1, 2, 3, 15, 16, 17, 18, 100, 5_000] {
            let members = (0..<size).map { "\"key number \($0)\":\($0)" }
            try JSON.validate("{\(members.joined(separator: ","))}".utf8)
            for duplicate in [0, size / 2, size - 1] {
                let before = "{" + members.joined(separator: ",") + ","
                for name in ["\"key number \(duplicate)\"", "\"\\u006bey number \(duplicate)\""] {
                    let error = #expect(throws: JSONError.self) { try JSON.validate("\(before)\(name):0}".utf8) }
                    #expect(error?.code == .invalidJSON && error?.offset == before.utf8.count, "\(size), \(name)")
                }
            }
        }
    }

    @Test func sameNamesInDifferentObjectsAreAllowed() throws {
        try JSON.validate(#"{"a":{"a":{"a":1},"b":1},"b":[{"a":1},{"a":1}]}"#.utf8)
    }
}
