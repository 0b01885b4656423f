import Fairway
import FairwayHTTP
import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The query of an operator's call, read by name; what cannot be read is refused with its name.
struct AdminQuery {
    private let values: [String: String]

    init(_ request: Request) throws {
        values = Dictionary(try request.queryItems().map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// Text; nil when it is absent or empty, as a form sends it.
    func text(_ name: String) -> String? {
        values[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// How many rows: 50 unless something else is asked for, 500 at most.
    func limit() throws(Problem) -> Int {
        min(try integer("limit", atLeast: 1) ?? 50, 500)
    }

    /// A whole number.
    func integer(_ name: String, atLeast least: Int) throws(Problem) -> Int? {
        guard let text = text(name) else { return nil }
        guard let value = Int(text), value >= least else {
            throw Problem(.malformedRequest, "\(name) is a whole number from \(least) on.")
        }
        return value
    }

    /// One of an enum's names.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws(Problem) -> Choice? {
        guard let text = text(name) else { return nil }
        guard let value = Choice(rawValue: text) else {
            let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.malformedRequest, "\(name) is one of \(names).")
        }
        return value
    }

    /// A moment, as RFC 3339 writes it.
    func moment(_ name: String) throws(Problem) -> Date? {
        guard let text = text(name) else { return nil }
        guard let date = try? JSON.decode(Date.self, from: JSON.encode(text)) else {
            throw Problem(.malformedRequest, "\(name) is a moment like 2026-01-31T12:00:00Z.")
        }
        return date
    }
}
