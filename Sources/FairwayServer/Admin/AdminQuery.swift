import Fairway
import FairwayHTTP
import FairwayWire
import Foundation

/// The query parameters of an operator's call. Invalid values throw a problem that names the parameter.
struct AdminQuery {
    private let values: [String: String]

    init(_ request: Request) throws {
        values = Dictionary(try request.queryItems().map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// A text; nil if it is absent or empty. HTML forms send empty values.
    func text(_ name: String) -> String? {
        values[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The page size: 50 by default, 500 at most.
    func limit() throws(Problem) -> Int {
        min(try integer("limit", atLeast: 1) ?? 50, 500)
    }

    func integer(_ name: String, atLeast least: Int) throws(Problem) -> Int? {
        guard let text = text(name) else { return nil }
        guard let value = Int(text), value >= least else {
            throw Problem(.malformedRequest, "\(name) must be a whole number of at least \(least).")
        }
        return value
    }

    /// The case of an enum with this raw value.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws(Problem) -> Choice? {
        guard let text = text(name) else { return nil }
        guard let value = Choice(rawValue: text) else {
            let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.malformedRequest, "\(name) must be one of \(names).")
        }
        return value
    }

    /// A timestamp in RFC 3339 format.
    func moment(_ name: String) throws(Problem) -> Date? {
        guard let text = text(name) else { return nil }
        guard let date = try? JSON.decode(Date.self, from: JSON.encode(text)) else {
            throw Problem(.malformedRequest, "\(name) must be a time like 2026-01-31T12:00:00Z.")
        }
        return date
    }
}
