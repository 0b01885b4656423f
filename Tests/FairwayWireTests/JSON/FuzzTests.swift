import FairwayTesting
import FairwayWire
import Foundation
import Testing

/// Tests with random documents. Failures include the seed.
struct FuzzTests {
    private static let seeds = Trials.choose([Trials.seed.value], long: [Trials.seed.value] + (1...7))

    private static let corpus = [
        #"{"session":"5p0d","revision":4,"moves":[{"move":"push","screen":"s5"}],"draft":null}"#,
        #"[0,-1,1.5,1e10,-2.5E-3,12345678901234567890,true,false,null,"",{},[]]"#,
        #"{"a\"b":"\\\/\b\f\n\r\t\u0041\uD83D\uDE00","é€😀":["é€😀"],"x":{"y":{"z":[[[]]]}}}"#,
    ]

    @Test(arguments: seeds)
    func mutatedTextsAreAcceptedOrRefusedAsByFoundation(_ seed: UInt64) throws {
        var random = SeededGenerator(Seed(seed))
        for round in 0..<6_000 {
            var bytes = Array(Self.corpus.randomElement(using: &random)?.utf8 ?? "".utf8)
            for _ in 0...Int.random(in: 0...3, using: &random) { Self.mutate(&bytes, using: &random) }
            let value = try? JSON.decode(JSONValue.self, from: bytes)
            let context: Comment = "seed \(seed), round \(round): \(String(decoding: bytes, as: UTF8.self))"
            if let value {
                // Encoding the decoded value and decoding it again gives the same value.
                let again = try JSON.decode(JSONValue.self, from: JSON.encode(value))
                Self.expect(again == value, context)
            }
            guard Self.isComparable(bytes) else { continue }
            let reference = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            if value != nil { Self.expect(reference != nil, context) }
            if let value, let reference { Self.expect(Self.isSame(value, reference), context) }
        }
    }

    @Test(arguments: seeds)
    func randomValuesSurviveARoundTripAndAreReadByFoundation(_ seed: UInt64) throws {
        var random = SeededGenerator(Seed(seed))
        for round in 0..<300 {
            let value = Self.value(depth: 5, using: &random)
            let bytes = try JSON.encode(value)
            Self.expect(try JSON.decode(JSONValue.self, from: bytes) == value, "seed \(seed), round \(round)")
            let reference = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            Self.expect(Self.isSame(value, reference), "seed \(seed), round \(round)")
            #expect(try JSON.decode(RawJSON.self, from: bytes).bytes == bytes)
        }
    }

    /// Fails with `context` only. In a plain `#expect`, the failure would also list the values, which are long.
    private static func expect(_ condition: Bool, _ context: Comment) { #expect(condition, context) }

    private static func mutate(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
        let tokens: [[UInt8]] = [
            "\"", "\\", "{", "}", "[", "]", ",", ":", "null", "1", "-", ".", "e5", "\\u", "\\uD800", "\\uDC00", "é",
            "\n", "\u{0}", "\"a\":1,", "0", "[[", "true",
        ].map { Array($0.utf8) }
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...4, using: &random))
        switch Int.random(in: 0...4, using: &random) {
        case 0: bytes.replaceSubrange(place..<end, with: [])
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 2: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random) }
        case 3: bytes.insert(contentsOf: tokens.randomElement(using: &random) ?? [], at: place)
        default: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
        }
    }

    /// Excludes texts on which Foundation differs: it guesses the encoding, and rounds numbers beyond a `Double`.
    private static func isComparable(_ bytes: [UInt8]) -> Bool {
        !bytes.isEmpty && !bytes.contains(0) && bytes.first != 0xEF && bytes.first != 0xFE && bytes.first != 0xFF
            && (try? JSON.decode(JSONValue.self, from: bytes)).map(isFinite) != false
    }

    private static func isFinite(_ value: JSONValue) -> Bool {
        switch value {
        case .number(let number): number.double.map { $0 == 0 || $0.isNormal } ?? false
        case .array(let elements): elements.allSatisfy(isFinite)
        case .object(let object): object.members.allSatisfy { isFinite($0.value) }
        default: true
        }
    }

    private static func isSame(_ value: JSONValue, _ reference: Any) -> Bool {
        switch value {
        case .null: return reference is NSNull
        case .bool(let bool): return (reference as? NSNumber)?.boolValue == bool
        case .number(let number):
            // Foundation converts long numbers through a decimal, which rounds twice.
            guard let double = number.double, let other = (reference as? NSNumber)?.doubleValue else { return false }
            return abs(double - other) <= abs(double) * 1e-14
        case .string(let string): return reference as? String == string
        case .array(let elements):
            guard let others = reference as? [Any], others.count == elements.count else { return false }
            return zip(elements, others).allSatisfy(isSame)
        case .object(let object):
            // Foundation's dictionary merges canonically equivalent names.
            guard let others = reference as? [String: Any] else { return false }
            guard Set(object.members.map(\.name)).count == object.members.count else { return true }
            return others.count == object.members.count
                && object.members.allSatisfy { member in others[member.name].map { isSame(member.value, $0) } ?? false }
        }
    }

    private static func value(depth: Int, using random: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &random) {
        case 0: return .null
        case 1: return .bool(.random(using: &random))
        case 2: return .number(JSONNumber(Int.random(in: .min ... .max, using: &random)))
        case 3: return .number(JSONNumber(exactly: .random(in: -1e9...1e9, using: &random)) ?? 0)
        case 4: return .string(string(using: &random))
        case 5:
            return .array(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth: depth - 1, using: &random) }
            )
        default:
            var object = JSONObject()
            for _ in 0..<Int.random(in: 0...20, using: &random) {
                object[string(using: &random)] = value(depth: depth - 1, using: &random)
            }
            return .object(object)
        }
    }

    private static func string(using random: inout SeededGenerator) -> String {
        let scalars: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0x20...0x7E, 0...0x1F, 0x80...0x7FF, 0x800...0xD7FF, 0x1F600...0x1F64F,
        ]
        var string = ""
        for _ in 0..<Int.random(in: 0...20, using: &random) {
            let range = scalars.randomElement(using: &random) ?? 0x20...0x7E
            string.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "x")
        }
        return string
    }
}
