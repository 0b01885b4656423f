import Fairway
import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Row {
    func optionalInt(_ column: Int) -> Int? { isNull(column) ? nil : int(column) }

    func bool(_ column: Int) -> Bool { int(column) != 0 }

    func text(_ column: Int) -> String { String(decoding: bytes(column), as: UTF8.self) }

    func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

    func json(_ column: Int) -> RawJSON { RawJSON(known: bytes(column)) }

    func optionalJSON(_ column: Int) -> RawJSON? { isNull(column) ? nil : json(column) }

    func date(_ column: Int) -> Date { Date(milliseconds: int(column)) }
}
