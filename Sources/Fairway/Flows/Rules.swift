/// The rules for the members of a flow's input.
///
/// ```swift
/// static var inputRules: Rules<Input> {
///     Rule(\.title, .length(1...60))
///     Rule(\.address.city, .length(1...60))
/// }
/// ```
public struct Rules<Input>: Sendable {
    let all: [MemberRules]

    init(_ all: [MemberRules]) { self.all = all }
}

/// The type-erased rules for one member.
struct MemberRules: Sendable {
    let member: PropertyPath
    let rules: FieldRules
}

extension Rule {
    /// The rules for a member of a flow's input.
    ///
    /// - Parameters:
    ///   - member: The member. The key path must lead to a stored property.
    ///   - rules: The rules for the value.
    public init(_ member: KeyPath<Root, Value>, _ rules: Rule...) {
        self.init { merged in for rule in rules { rule.apply(&merged) } }
        self.member = PropertyPath(member)
    }
}

/// Builds the rules for an input.
@resultBuilder
public enum RulesBuilder<Input> {
    /// The rules for one member.
    public static func buildExpression<Value>(_ rule: Rule<Input, Value>) -> Rules<Input> {
        Rules([MemberRules(member: rule.member, rules: .of([rule], on: Value.self))])
    }
    /// Collects the rules of a block.
    public static func buildBlock(_ rules: Rules<Input>...) -> Rules<Input> { Rules(rules.flatMap(\.all)) }
}
