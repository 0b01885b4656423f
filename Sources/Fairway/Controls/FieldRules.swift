import FairwayWire
import Foundation

/// The rules of a field, merged.
struct FieldRules: Sendable {
    var format: FieldFormat? {
        didSet { if let oldValue, oldValue != format { hasTwoFormats = true } }
    }
    private var hasTwoFormats = false
    var limits = FieldLimits()
    var unit: Text?
    var placeholder: Text?
    var options: Options?
    /// The author's sentences for the violations with these codes.
    var messages: [RuleCode: Text] = [:]

    /// The options of a choice.
    enum Options: Sendable {
        case values([(value: String, label: Text)])
        case list(ListOptions)
    }

    /// Merges the rules of a field. A type that is a ``Choice`` has the options of its cases.
    static func of<Root, Value>(_ rules: [Rule<Root, Value>], on type: Value.Type) -> FieldRules {
        var merged = FieldRules()
        merged.options = choices(of: type)
        for rule in rules { rule.apply(&merged) }
        if merged.limits.pattern != nil, merged.limits.maxLength == nil {
            merged.limits.maxLength = TextPattern.mostCharacters
        }
        return merged
    }

    private static func choices(of type: Any.Type) -> Options? {
        func values<C: Choice>(of type: C.Type) -> Options { .values(C.allCases.map { ($0.rawValue, $0.label) }) }
        if let choice = type as? any Choice.Type { return values(of: choice) }
        return (type as? any WrappingType.Type).flatMap { choices(of: $0.wrapped) }
    }

    /// Describes the first invalid rule, without the subject of the sentence: the field.
    var mistake: String? {
        if let least = limits.minLength, least < 0 { return "has a negative length" }
        if let most = limits.maxLength, most < limits.minLength ?? 0 { return "has no possible length" }
        if let step = limits.step, !(step > 0) { return "has a step that is not a positive number" }
        if [limits.minimum, limits.maximum].contains(where: { $0?.isNaN == true }) {
            return "has a range that is not finite"
        }
        if let least = limits.minimum, let most = limits.maximum, most < least { return "has an empty range" }
        if format == .money, let unit, !Self.isCurrency(unit.description) {
            return "has the currency “\(unit)”, which is no ISO 4217 code"
        }
        if let pattern = limits.pattern {
            guard TextPattern(pattern) != nil else { return "has the pattern “\(pattern)”, which cannot be parsed" }
            if let flaw = TextPattern.flaw(in: pattern) { return "has the pattern “\(pattern)”, \(flaw)" }
            if let most = limits.maxLength, most > TextPattern.mostCharacters {
                return "has a pattern and a length above \(TextPattern.mostCharacters): lower the length"
            }
        }
        if messages.values.contains(where: \.isEmpty) { return "has an empty message" }
        if hasTwoFormats { return "has two formats: keep one" }
        if limits.pattern != nil, format?.schemaPattern != nil {
            return "has a pattern and a format that has its own: remove one"
        }
        return nil
    }

    private static func isCurrency(_ code: String) -> Bool {
        code.utf8.count == 3 && code.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }

    /// The keywords of the field's JSON Schema.
    var keywords: JSONObject {
        var keywords: JSONObject = [:]
        if let keyword = format?.schemaFormat { keywords["format"] = .string(keyword) }
        if format == .password { keywords["writeOnly"] = true }
        if let least = limits.minLength { keywords["minLength"] = .number(JSONNumber(least)) }
        if let most = limits.maxLength { keywords["maxLength"] = .number(JSONNumber(most)) }
        if let pattern = limits.pattern ?? format?.schemaPattern { keywords["pattern"] = .string("^(?:\(pattern))$") }
        let bounds = [("minimum", limits.minimum), ("maximum", limits.maximum), ("multipleOf", limits.step)]
        for (name, bound) in bounds {
            if let number = bound.flatMap({ JSONNumber("\($0)") }) { keywords[name] = .number(number) }
        }
        return keywords
    }
}

/// Options that a list in the view model contains.
struct ListOptions: Hashable, Sendable {
    let list: PropertyPath
    let value: PropertyPath
    let label: PropertyPath
}

extension FieldFormat {
    /// The value of the JSON Schema keyword `format`.
    var schemaFormat: String? {
        switch self {
        case .email: "email"
        case .url: "uri"
        case .date: "date"
        default: nil
        }
    }

    /// The pattern of a format that JSON Schema has no keyword for.
    var schemaPattern: String? {
        switch self {
        case .phone: TextFormat.phone.pattern
        case .time: TextFormat.time.pattern
        default: nil
        }
    }
}

/// A type around a parameter's type: `Optional` or ``Sensitive``.
private protocol WrappingType {
    static var wrapped: Any.Type { get }
}

extension Optional: WrappingType {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
}

extension Sensitive: WrappingType {
    fileprivate static var wrapped: Any.Type { Value.self }
}
