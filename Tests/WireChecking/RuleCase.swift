public import FairwayWire
import Foundation

/// A value of a field with the rule that it breaks, from `Tests/Fixtures/rules.json`. The engine, the Swift client and
/// the web client must judge it alike.
public struct RuleCase: Sendable, Decodable, CustomStringConvertible {
    /// A description of the value.
    public let about: String
    /// The field's JSON Schema. Nil for the input of a flow that takes none.
    public let schema: JSONValue?
    /// The field's format.
    public let format: String?
    /// The currency of an amount of money.
    public let unit: String?
    private let value: JSONValue?
    private let params: JSONValue?
    /// The code of the broken rule; nil for a valid value.
    public let code: String?
    /// The sentence in English.
    public let english: String?
    /// The sentence in German.
    public let german: String?

    /// The parameters of the action. The value is the parameter `a`.
    public var parameters: JSONValue { params ?? value.map { ["a": $0] } ?? [:] }

    /// The name in test reports.
    public var description: String { about }

    /// All cases.
    public static let all: [RuleCase] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/rules.json")
        do {
            return try JSON.decode([RuleCase].self, from: Array(try Data(contentsOf: file)))
        } catch {
            preconditionFailure("\(file.path): \(error)")
        }
    }()
}
