import FairwayTesting
import FairwayWire
import Foundation
import Testing

/// Encoding and decoding a value gives the same value.
struct RoundTripTests {
    @Test func integersOfEveryWidth() throws {
        try expectExact(Int.min, Int.max, 0, -1)
        try expectExact(Int8.min, Int8.max)
        try expectExact(Int16.min, Int16.max)
        try expectExact(Int32.min, Int32.max)
        try expectExact(Int64.min, Int64.max)
        try expectExact(Int128.min, Int128.max, Int128(Int64.max) + 1)
        try expectExact(UInt.max, 0)
        try expectExact(UInt8.max)
        try expectExact(UInt16.max)
        try expectExact(UInt32.max)
        try expectExact(UInt64.max, UInt64(Int64.max) + 1)
        try expectExact(UInt128.max, UInt128(UInt64.max) + 1)
    }

    @Test func integersAroundEveryPowerOfTen() throws {
        var power: Int128 = 1
        for _ in 0..<38 {
            try expectExact(power, power - 1, power + 1, -power)
            power *= 10
        }
    }

    @Test func booleansAndStrings() throws {
        try expectExact(true, false)
        try expectExact(
            "",
            "a",
            "\"\\/\u{8}\u{C}\n\r\t",
            "\u{0}",
            "\u{1F}",
            "\u{7F}",
            "\u{2028}\u{2029}",
            "é€😀",
            "e\u{301}",
            "👩‍👩‍👧‍👦",
            "\u{FEFF}",
            "\u{FFFF}",
            "\u{10FFFF}",
            "1234567",
            "12345678",
            "123456789\n",
            "1234567\"8",
            String(repeating: "long ", count: 10_000),
            String(repeating: "\u{1}", count: 1000)
        )
        // Compare the UTF-8, since Swift compares strings by canonical equivalence.
        let decomposed = try JSON.decode(String.self, from: JSON.encode("e\u{301}"))
        #expect(Array(decomposed.utf8) == Array("e\u{301}".utf8))
    }

    @Test func escapesWorkAtEveryPositionOfAString() throws {
        for length in 0..<40 {
            for place in 0..<length {
                var text = Array(repeating: Character("x"), count: length)
                text[place] = "\""
                try expectExact(String(text))
                text[place] = "é"
                try expectExact(String(text))
            }
        }
    }

    @Test func extremeDoubles() throws {
        let doubles = [
            0, -0.0, 1, -1, 0.1, 1 / 3, .pi, 1e15, 1e16, 1e17, 1e21, 1e22, 1e23, 1e-4, 1e-5,
            .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
            .ulpOfOne,
            9_007_199_254_740_992, .leastNormalMagnitude.nextDown, 9.5367431640625e-7, 123456789012345680,
        ]
        for double in doubles { try expectSameBits(double) }
        let floats: [Float] = [
            0, -0.0, 0.1, .pi, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, 16_777_216,
            1e10,
        ]
        for float in floats {
            #expect(try JSON.decode(Float.self, from: JSON.encode(float)).bitPattern == float.bitPattern)
        }
    }

    @Test(arguments: Trials.choose([Trials.seed.value], long: [Trials.seed.value, 1, 2]))
    func doublesOfRandomBits(_ seed: UInt64) throws {
        var random = SeededGenerator(Seed(seed))
        for _ in 0..<20_000 {
            let double = Double(bitPattern: random.next())
            if double.isFinite { try expectSameBits(double, "seed \(seed)") }
            let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            guard float.isFinite else { continue }
            #expect(
                try JSON.decode(Float.self, from: JSON.encode(float)).bitPattern == float.bitPattern,
                "seed \(seed)"
            )
        }
    }

    /// Numbers in many notations, not only in the one that the coder writes.
    @Test(arguments: Trials.choose([Trials.seed.value], long: [Trials.seed.value, 1, 2]))
    func decimalTextsAreRoundedToTheNearestDouble(_ seed: UInt64) throws {
        var random = SeededGenerator(Seed(seed))
        for _ in 0..<10_000 {
            let digits = String(random.next() >> UInt64.random(in: 0...60, using: &random))
            var text = Bool.random(using: &random) ? "-" : ""
            text += Bool.random(using: &random) ? digits : "\(random.next() % 1000).\(digits)"
            if Bool.random(using: &random) { text += "e\(Int.random(in: -330...285, using: &random))" }
            let read = try JSON.decode(Double.self, from: text.utf8)
            #expect(read.bitPattern == Double(text)?.bitPattern, "\(text), seed \(seed)")
        }
    }

    @Test func optionals() throws {
        struct Optionals: Codable, Equatable {
            var some: Int? = 1
            var none: Int?
            var string: String?
            var array: [Int?]? = [1, nil]
            var nested: Point?
            var dictionary: [String: Int?] = ["a": 1, "b": nil]
        }
        try expectExact(Optionals(), Optionals(some: nil, string: "x", array: nil, nested: Point(x: 1, y: -1)))
        try expectExact(Int?.none, Int?.some(1))
        try expectExact([Int?.none, 1])
        // JSON has a single null, so a nil inside a nested optional decodes as the outer nil.
        #expect(try JSON.decode(Int??.self, from: JSON.encode(Int??.some(1))) == 1)
        #expect(try JSON.decode(Int??.self, from: JSON.encode(Int??.some(.none))) == Int??.none)
    }

    @Test func dictionaries() throws {
        enum Plain: String, Codable, Hashable { case one, two }
        enum Representable: String, Codable, Hashable, CodingKeyRepresentable { case one, two }
        try expectExact(["a": 1, "": 2, "\"/~\n": 3, "é": 4], [:])
        try expectExact([1: "a", -5: "b", Int.max: "c"])
        try expectExact([Plain.one: 1, .two: 2])
        try expectExact([Representable.one: [1], .two: []])
        try expectExact([Point(x: 1, y: 2): ["a": Point(x: 3, y: 4)]])
        try expectExact([1.5: true, -0.25: false])
        try expectExact(Set([1, 2, 3]))
        try expectExact(Set(["b", "a"]))
        try expectExact(Dictionary(uniqueKeysWithValues: (0..<5_000).map { ("key \($0)", $0) }))
    }

    @Test func enums() throws {
        try expectExact(Shape.point, .circle(radius: 1.5), .polygon([Point(x: 0, y: 0)], closed: true), .named("x"))
        try expectExact(Shape.group([.point, .group([])]), .tagged(nil))
        #expect(
            try text(Shape.polygon([Point(x: 0, y: 1)], closed: true))
                == #"{"polygon":{"_0":[{"x":0,"y":1}],"closed":true}}"#
        )
        #expect(try text(Shape.point) == #"{"point":{}}"#)
        #expect(try text(Shape.tagged(nil)) == #"{"tagged":{"_0":null}}"#)
    }

    @Test func classesWithSuperclasses() throws {
        let dog = Dog(name: "Rex", legs: 4, tricks: ["sit"])
        #expect(try text(dog) == #"{"tricks":["sit"],"super":{"legs":4,"super":{"name":"Rex"}}}"#)
        let read = try JSON.decode(Dog.self, from: JSON.encode(dog))
        #expect(read.name == "Rex" && read.legs == 4 && read.tricks == ["sit"])
    }

    @Test func otherStandardTypes() throws {
        try expectExact(1...5)
        try expectExact(1..<5)
        try expectExact(ContiguousArray([1, 2]))
        try expectExact([[[1], []], []])
        try expectExact(SIMD4<Float>(1, 2, 3, 4))
        try expectExact(Duration.seconds(1.5))
        try expectExact(URLComponents(string: "https://example.org/a?b=c"))
        try expectExact(DateComponents(year: 2026, month: 11))
        try expectExact(CGPoint(x: 1.5, y: -2))
        try expectExact(IndexSet([1, 2, 5]))
        try expectExact(Locale(identifier: "en_GB"))
    }

    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSON.encode(value), as: UTF8.self)
    }

    private func expectExact<Value: Codable & Equatable>(_ values: Value...) throws {
        for value in values {
            let bytes = try JSON.encode(value)
            #expect(try JSON.decode(Value.self, from: bytes) == value)
            #expect(try JSON.decode([Value].self, from: JSON.encode([value])) == [value])
            #expect(try JSON.decode([String: Value].self, from: JSON.encode(["k": value])) == ["k": value])
            #expect(try JSON.encode(JSON.decode(Value.self, from: bytes)) == bytes)
        }
    }

    private func expectSameBits(_ double: Double, _ comment: Comment? = nil) throws {
        #expect(try JSON.decode(Double.self, from: JSON.encode(double)).bitPattern == double.bitPattern, comment)
    }
}
