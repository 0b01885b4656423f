import FairwayWire
import Testing
import WireChecking

@testable import Fairway

/// The engine's verdict on the cases that all implementations share.
struct EngineRuleTests {
    @Test(arguments: RuleCase.all)
    func valueIsJudgedAsInTheTable(_ rule: RuleCase) throws {
        let languages = try Languages([.timetable])
        for (tag, sentence) in [("en", rule.english), ("de", rule.german)] {
            let error = Self.error(of: rule, languages.language(tag))
            #expect(error?.code == rule.code)
            #expect(error?.detail == sentence)
        }
    }

    private static func error(of rule: RuleCase, _ language: Language) -> FieldError? {
        guard let schema = rule.schema else { return FieldViolation.notAccepted.error(at: "/input", language) }
        var rules = FieldRules()
        rules.format = rule.format.flatMap(FieldFormat.init)
        rules.limits = FieldLimits([schema])
        rules.unit = rule.unit.map(Text.init(verbatim:))
        let field = ActionField(
            path: [ActionField.PathMember(name: "a", isOptional: false)],
            kind: kind(schema),
            rules: rules
        )
        return field.error(in: rule.parameters, at: "/params", language) { _ in [] }
    }

    private static func kind(_ schema: JSONValue) -> ValueKind {
        if let values = schema["enum"]?.array { return .constants(values) }
        return switch (schema["type"]?.string, schema["format"]?.string) {
        case ("string", "date-time"): .date
        case ("string", "uuid"): .uuid
        case ("string", _): .text
        case ("integer", _): .integer(Int128(Int64.min)...Int128(Int64.max))
        case ("number", _): .number
        case ("boolean", _): .toggle
        default: .other
        }
    }
}
