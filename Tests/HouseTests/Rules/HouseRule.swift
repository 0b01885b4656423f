/// A rule that all of the project keeps: a pure function from its texts to what is against the rule.
protocol HouseRule: Sendable {
    func violations(in project: Project) -> [Violation]
}
