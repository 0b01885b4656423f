#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// JSON in: what is valid can be read, what is read and written again is the same, and no type is read into a trap.
enum JSONTarget {
    static func run(_ bytes: [UInt8]) {
        let isValid = (try? JSON.validate(bytes)) != nil
        let value = try? JSON.decode(JSONValue.self, from: bytes)
        precondition(isValid == (value != nil), "what is valid cannot be read, or the other way round")
        guard let value else { return }
        guard let written = try? JSON.encode(value), let again = try? JSON.decode(JSONValue.self, from: written) else {
            preconditionFailure("what was read cannot be written and read")
        }
        precondition(again == value, "what was written is something else")
        precondition((try? JSON.encode(again)) == written, "the same value has two texts")
        precondition((try? JSON.decode(RawJSON.self, from: bytes)) != nil, "valid text that is no text")
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
