import Foundation

/// Fuzzes the JSON coder. Checks that valid JSON is decoded, that a round trip preserves it, and that no type traps.
enum JSONTarget {
    static func run(_ bytes: [UInt8]) {
        let isValid = (try? JSON.validate(bytes)) != nil
        let value = try? JSON.decode(JSONValue.self, from: bytes)
        precondition(isValid == (value != nil), "validating and decoding disagree")
        guard let value else { return }
        guard let written = try? JSON.encode(value), let again = try? JSON.decode(JSONValue.self, from: written) else {
            preconditionFailure("a decoded value cannot be encoded and decoded again")
        }
        precondition(again == value, "the value differs after encoding and decoding")
        precondition((try? JSON.encode(again)) == written, "encoding a value twice gives different texts")
        precondition((try? JSON.decode(RawJSON.self, from: bytes)) != nil, "valid JSON cannot be decoded as RawJSON")
        readTypes(bytes)
    }

    private static func readTypes(_ bytes: [UInt8]) {
        _ = try? JSON.decode(Int.self, from: bytes)
        _ = try? JSON.decode(UInt8.self, from: bytes)
        _ = try? JSON.decode([Double].self, from: bytes)
        _ = try? JSON.decode([String: Decimal].self, from: bytes)
        _ = try? JSON.decode([Date].self, from: bytes)
        _ = try? JSON.decode([UUID?].self, from: bytes)
        _ = try? JSON.decode([Set<String>].self, from: bytes)
        _ = try? JSON.decode([Data].self, from: bytes)
        _ = try? JSON.decode(Nested.self, from: bytes)
    }

    private struct Nested: Codable {
        var name: String?
        var inner: [Nested]?
        var choice: Choice?
        var numbers: [Int: Float]?

        enum Choice: Codable {
            case one
            case two(Int, label: String)
        }
    }
}
