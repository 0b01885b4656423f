package import FairwayWire
package import Foundation

/// A row of a query's result. All databases store values in the same way, so each kind of row is read in one place.
package protocol StoredRow {
    func isNull(_ column: Int) -> Bool
    /// A number; 0 for null.
    func int(_ column: Int) -> Int
    /// The bytes of a text or a blob; empty for null.
    func bytes(_ column: Int) -> [UInt8]
    /// A text; empty for null.
    func text(_ column: Int) -> String
}

extension StoredRow {
    package func optionalInt(_ column: Int) -> Int? { isNull(column) ? nil : int(column) }

    package func bool(_ column: Int) -> Bool { int(column) != 0 }

    package func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

    package func json(_ column: Int) -> RawJSON {
        let json = RawJSON(known: bytes(column))
        // One shared value saves memory in every cached session.
        return json == .emptyObject ? .emptyObject : json
    }

    package func optionalJSON(_ column: Int) -> RawJSON? { isNull(column) ? nil : json(column) }

    package func date(_ column: Int) -> Date { Date(milliseconds: int(column)) }

    /// A JSON array; empty for null.
    package func list<Element: Decodable>(_ column: Int) -> [Element] {
        guard !isNull(column) else { return [] }
        return (try? JSON.decode([Element].self, from: bytes(column))) ?? []
    }

    /// A text; nil if it is empty, because nil is stored as an empty text.
    package func textUnlessEmpty(_ column: Int) -> String? {
        let text = text(column)
        return text.isEmpty ? nil : text
    }

    /// A value for a copy to another database.
    package func value(_ column: Int, _ kind: StoredTable.Kind) -> StoredValue {
        if isNull(column) { return .null }
        return switch kind {
        case .integer, .boolean: .integer(int(column))
        case .text, .bytes: .bytes(bytes(column))
        }
    }
}

extension Date {
    /// Milliseconds since 1970, the stored form of a date. Dates after the year 9999 are clamped, because `Int` cannot hold all.
    package var milliseconds: Int {
        let reach = 253_402_300_799_999.0
        return Int(min(max((timeIntervalSince1970 * 1_000).rounded(), -reach), reach))
    }

    private static let secondsOfHour = 3_600.0

    /// Hours since 1970, rounded down.
    package var hour: Int { Int((timeIntervalSince1970 / Self.secondsOfHour).rounded(.down)) }

    /// The beginning of an hour, counted since 1970.
    package init(hour: Int) { self.init(timeIntervalSince1970: Double(hour) * Self.secondsOfHour) }

    /// Computed from 2001, the epoch of `Date`, because a computation from 1970 would turn `…06.107Z` into `…06.1070001Z`.
    package init(milliseconds: Int) {
        self.init(timeIntervalSinceReferenceDate: Double(milliseconds - 978_307_200_000) / 1_000)
    }
}

extension Device {
    /// Reads a stored device. If this build cannot read it, the result is an empty device.
    package init(stored bytes: [UInt8]) {
        self = bytes == RawJSON.emptyObject.bytes ? Device() : (try? JSON.decode(Device.self, from: bytes)) ?? Device()
    }
}
