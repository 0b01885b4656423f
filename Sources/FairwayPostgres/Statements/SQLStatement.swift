import Fairway
import FairwayWire
import Foundation

/// A SQL statement with its parameters. Values are bound in order, in PostgreSQL's binary formats, so nothing is
/// escaped or parsed.
///
/// ```swift
/// SQLStatement("SELECT body FROM replies WHERE session = $1 AND key = $2").bind(session).bind(key)
/// ```
struct SQLStatement: Sendable {
    /// Each connection prepares and keeps every distinct text, so their number must be small.
    let sql: String
    private(set) var types: [UInt32] = []
    /// The parameters' lengths in bytes; -1 for null.
    private(set) var lengths: [Int32] = []
    /// The concatenated bytes of all parameters.
    private(set) var bytes: [UInt8] = []

    init(_ sql: String) { self.sql = sql }

    /// Creates a statement and reserves space for its parameters.
    init(_ sql: String, values: Int) {
        self.sql = sql
        types.reserveCapacity(values)
        lengths.reserveCapacity(values)
        bytes.reserveCapacity(values * 32)
    }

    /// Creates a statement with the parameters of another.
    init(_ sql: String, with values: SQLStatement) {
        self.sql = sql
        (types, lengths, bytes) = (values.types, values.lengths, values.bytes)
    }

    consuming func bind(_ value: Int?) -> SQLStatement {
        add(.integer, value) { $0.append(integer: $1) }
        return self
    }

    consuming func bind(_ value: Bool?) -> SQLStatement {
        add(.boolean, value) { $0.append($1 ? 1 : 0) }
        return self
    }

    consuming func bind(_ value: String?) -> SQLStatement {
        add(.text, value) { $0.append(text: $1) }
        return self
    }

    consuming func bind(text: [UInt8]?) -> SQLStatement {
        add(.text, text) { $0 += $1 }
        return self
    }

    consuming func bind(_ json: RawJSON?) -> SQLStatement { bind(text: json?.bytes) }

    consuming func bind(blob: [UInt8]?) -> SQLStatement {
        add(.bytes, blob) { $0 += $1 }
        return self
    }

    consuming func bind(_ id: CommitID) -> SQLStatement {
        add(.uuid, id) { bytes, id in
            bytes.append(integer: Int(bitPattern: UInt(id.high)))
            bytes.append(integer: Int(bitPattern: UInt(id.low)))
        }
        return self
    }

    consuming func bind(_ moment: Date?) -> SQLStatement { bind(moment?.milliseconds) }

    // MARK: Arrays. An empty array is bound as null.

    consuming func bind(_ values: [Int?]) -> SQLStatement {
        add(list: values, .integers, of: .integer) { $0.append(integer: $1) }
        return self
    }

    consuming func bind(_ values: [Bool]) -> SQLStatement {
        add(list: values, .booleans, of: .boolean) { $0.append($1 ? 1 : 0) }
        return self
    }

    consuming func bind(_ values: [String?]) -> SQLStatement {
        add(list: values, .texts, of: .text) { $0.append(text: $1) }
        return self
    }

    consuming func bind(_ values: [RawJSON?]) -> SQLStatement {
        add(list: values, .texts, of: .text) { $0 += $1.bytes }
        return self
    }

    consuming func bind(_ values: [StoredValue], _ kind: StoredTable.Kind) -> SQLStatement {
        let (list, element): (SQLParameterType, SQLParameterType) =
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

    // MARK: Encoding

    private mutating func add<Value>(_ type: SQLParameterType, _ value: Value?, _ write: (inout [UInt8], Value) -> Void)
    {
        types.append(type.rawValue)
        guard let value else {
            lengths.append(-1)
            return
        }
        let start = bytes.count
        write(&bytes, value)
        lengths.append(Int32(bytes.count - start))
    }

    /// Encodes an array as `array_recv` reads it: the number of dimensions, whether it may contain nulls, the type of
    /// the elements, the length and lower bound of the dimension, then each element after its length.
    private mutating func add<Element>(
        list: [Element?],
        _ type: SQLParameterType,
        of element: SQLParameterType,
        _ write: (inout [UInt8], Element) -> Void
    ) {
        add(type, list.isEmpty ? nil : list) { bytes, list in
            for number in [1, 1, Int32(element.rawValue), Int32(list.count), 1] { bytes.append(int32: number) }
            for value in list {
                let lengthOffset = bytes.count
                bytes.append(int32: -1)
                guard let value else { continue }
                write(&bytes, value)
                let length = UInt32(bytes.count - lengthOffset - 4)
                for byte in 0..<4 { bytes[lengthOffset + byte] = UInt8(truncatingIfNeeded: length >> (24 - 8 * byte)) }
            }
        }
    }
}

extension [UInt8] {
    /// Appends 8 bytes in big-endian order.
    fileprivate mutating func append(integer: Int) {
        Swift.withUnsafeBytes(of: Int64(integer).bigEndian) { append(contentsOf: $0) }
    }

    /// Appends 4 bytes in big-endian order.
    fileprivate mutating func append(int32: Int32) {
        Swift.withUnsafeBytes(of: int32.bigEndian) { append(contentsOf: $0) }
    }

    /// Appends text. PostgreSQL's text cannot contain NUL, so each NUL is replaced by U+2400. Lookups do so
    /// too, so they find names that contained NUL.
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

/// The types of parameters, by PostgreSQL's OIDs (`pg_type.dat`).
enum SQLParameterType: UInt32 {
    case boolean = 16
    case bytes = 17
    case integer = 20
    case text = 25
    case booleans = 1000
    case blobs = 1001
    case integers = 1016
    case texts = 1009
    case uuid = 2950
}
