import Fairway
import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A statement and what it is run with. Values are bound one after the other, in PostgreSQL's binary formats: nothing is
/// escaped or parsed.
///
/// ```swift
/// Call("SELECT body FROM replies WHERE session = $1 AND key = $2").bind(session).bind(key)
/// ```
struct Call: Sendable {
    /// The statement. It is prepared under its text, so there must be few different ones.
    let sql: String
    /// The types of the values.
    private(set) var types: [UInt32] = []
    /// How many bytes each value has; -1 for null.
    private(set) var lengths: [Int32] = []
    /// The bytes of all values, one after the other.
    private(set) var bytes: [UInt8] = []

    init(_ sql: String) { self.sql = sql }

    /// A statement with many values: room is made for them once.
    init(_ sql: String, values: Int) {
        self.sql = sql
        types.reserveCapacity(values)
        lengths.reserveCapacity(values)
        bytes.reserveCapacity(values * 32)
    }

    /// Another statement with the same values.
    init(_ sql: String, with values: Call) {
        self.sql = sql
        (types, lengths, bytes) = (values.types, values.lengths, values.bytes)
    }

    consuming func bind(_ value: Int?) -> Call {
        add(.integer, value) { $0.append(integer: $1) }
        return self
    }

    consuming func bind(_ value: Bool?) -> Call {
        add(.boolean, value) { $0.append($1 ? 1 : 0) }
        return self
    }

    consuming func bind(_ value: String?) -> Call {
        add(.text, value) { $0.append(text: $1) }
        return self
    }

    consuming func bind(text: [UInt8]?) -> Call {
        add(.text, text) { $0 += $1 }
        return self
    }

    consuming func bind(_ json: RawJSON?) -> Call { bind(text: json?.bytes) }

    consuming func bind(blob: [UInt8]?) -> Call {
        add(.bytes, blob) { $0 += $1 }
        return self
    }

    consuming func bind(_ id: CommitID) -> Call {
        add(.uuid, id) { bytes, id in
            bytes.append(integer: Int(bitPattern: UInt(id.high)))
            bytes.append(integer: Int(bitPattern: UInt(id.low)))
        }
        return self
    }

    consuming func bind(_ moment: Date?) -> Call { bind(moment?.milliseconds) }

    // MARK: Lists; an empty one is null

    consuming func bind(_ values: [Int?]) -> Call {
        add(list: values, .integers, of: .integer) { $0.append(integer: $1) }
        return self
    }

    consuming func bind(_ values: [Bool]) -> Call {
        add(list: values, .booleans, of: .boolean) { $0.append($1 ? 1 : 0) }
        return self
    }

    consuming func bind(_ values: [String?]) -> Call {
        add(list: values, .texts, of: .text) { $0.append(text: $1) }
        return self
    }

    consuming func bind(_ values: [RawJSON?]) -> Call {
        add(list: values, .texts, of: .text) { $0 += $1.bytes }
        return self
    }

    consuming func bind(_ values: [StoredValue], _ kind: StoredTable.Kind) -> Call {
        let (list, element): (ParameterType, ParameterType) =
            switch kind {
            case .integer: (.integers, .integer)
            case .boolean: (.booleans, .boolean)
            case .text: (.texts, .text)
            case .bytes: (.blobs, .bytes)
            }
        add(list: values.map { $0 == .null ? nil : $0 }, list, of: element) { bytes, value in
            switch value {
            case .null: break
            case .integer(let number) where kind == .boolean: bytes.append(number == 0 ? 0 : 1)
            case .integer(let number): bytes.append(integer: number)
            case .bytes(let content): bytes += content
            }
        }
        return self
    }

    // MARK: The parts

    private mutating func add<Value>(_ type: ParameterType, _ value: Value?, _ write: (inout [UInt8], Value) -> Void) {
        types.append(type.rawValue)
        guard let value else {
            lengths.append(-1)
            return
        }
        let start = bytes.count
        write(&bytes, value)
        lengths.append(Int32(bytes.count - start))
    }

    /// As `array_recv` reads it: dimensions, whether there are nulls, the elements' type, then for the one dimension its
    /// count and first number, then each element behind its length.
    private mutating func add<Element>(
        list: [Element?],
        _ type: ParameterType,
        of element: ParameterType,
        _ write: (inout [UInt8], Element) -> Void
    ) {
        add(type, list.isEmpty ? nil : list) { bytes, list in
            for number in [1, 1, Int32(element.rawValue), Int32(list.count), 1] { bytes.append(short: number) }
            for value in list {
                let place = bytes.count
                bytes.append(short: -1)
                guard let value else { continue }
                write(&bytes, value)
                let length = UInt32(bytes.count - place - 4)
                for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: length >> (24 - 8 * byte)) }
            }
        }
    }
}

extension [UInt8] {
    /// Eight bytes, the highest first.
    fileprivate mutating func append(integer: Int) {
        Swift.withUnsafeBytes(of: Int64(integer).bigEndian) { append(contentsOf: $0) }
    }

    /// Four bytes, the highest first.
    fileprivate mutating func append(short: Int32) {
        Swift.withUnsafeBytes(of: short.bigEndian) { append(contentsOf: $0) }
    }

    /// PostgreSQL keeps no NUL in a text: a picture of one takes its place, always the same, so that a name that holds
    /// one is found again.
    fileprivate mutating func append(text: String) {
        var text = text
        let isWhole = text.withUTF8 { utf8 in
            if utf8.contains(0) { return false }
            append(contentsOf: utf8)
            return true
        }
        if !isWhole { append(contentsOf: text.replacing("\0", with: "\u{2400}").utf8) }
    }
}
