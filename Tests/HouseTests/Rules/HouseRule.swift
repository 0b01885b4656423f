/// A convention that the whole project follows.
protocol HouseRule: Sendable {
    func violations(in project: Project) -> [Violation]
}
