package import FairwayWire

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A row that a database gave. Columns are read by number, as the types that its statement is known to give.
///
/// All databases keep the same in the same way, so that each kind of row is read in one place.
package protocol StoredRow {
    func isNull(_ column: Int) -> Bool
    /// A whole number; 0 for null.
    func int(_ column: Int) -> Int
    /// The bytes of a text or a blob; none for null.
    func bytes(_ column: Int) -> [UInt8]
    /// A text; an empty one for null.
    func text(_ column: Int) -> String
}

extension StoredRow {
    package func optionalInt(_ column: Int) -> Int? { isNull(column) ? nil : int(column) }

    package func bool(_ column: Int) -> Bool { int(column) != 0 }

    package func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

    package func json(_ column: Int) -> RawJSON {
        let json = RawJSON(known: bytes(column))
        // The one text in place of many alike, of which a session in memory would keep its own.
        return json == .emptyObject ? .emptyObject : json
    }

    package func optionalJSON(_ column: Int) -> RawJSON? { isNull(column) ? nil : json(column) }

    package func date(_ column: Int) -> Date { Date(milliseconds: int(column)) }

    /// What was stored as a list; nothing for none.
    func list<Element: Decodable>(_ column: Int) -> [Element] {
        guard !isNull(column) else { return [] }
        return (try? JSON.decode([Element].self, from: bytes(column))) ?? []
    }

    /// A text of which none is kept as an empty one.
    func textUnlessEmpty(_ column: Int) -> String? {
        let text = text(column)
        return text.isEmpty ? nil : text
    }

    /// A value to be copied into another database.
    package func value(_ column: Int, _ kind: StoredTable.Kind) -> StoredValue {
        if isNull(column) { return .null }
        return switch kind {
        case .integer, .boolean: .integer(int(column))
        case .text, .bytes: .bytes(bytes(column))
        }
    }
}
