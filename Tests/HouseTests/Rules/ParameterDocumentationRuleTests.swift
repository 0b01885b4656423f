import Testing

struct ParameterDocumentationRuleTests {
    private static let all = """
        /// - Parameters:
        ///   - b: First.
        ///   - d: Second,
        ///     with more to say.
        """

    @Test(arguments: [
        "/// Says nothing.\npublic func a(_ b: Int, c d: Int) {}",
        "\(all)\npublic func a(_ b: Int, c d: Int) {}",
        "\(all)\n@discardableResult\npublic init<E>(\n    _ b: [E: (F, G) -> H] = [:],\n    c d: I<J, K>\n) {}",
        "/// - Parameter b: All.\npublic func a(b: Int) {}",
        "/// - Parameter b: Not seen by DocC.\nfunc a(b: Int, c: Int) {}",
        "/// - Parameter b: The first.\nvar a = 1\npublic func a(b: Int, c: Int) {}",
    ])
    func allOrNoParametersMayBeDocumented(text: String) {
        #expect(ParameterDocumentationRule().violations(in: Project(["Sources/Fairway/A.swift": text])) == [])
    }

    @Test(arguments: [
        "/// - Parameter b: One of two.\npublic func a(b: Int, c: Int) {}",
        "\(all)\npublic func a(_ b: Int) {}",
        "\(all)\npublic func a(_ b: Int, c d: Int, e: Int) {}",
        "public protocol A {\n    /// - Parameter b: One of two.\n    func a(b: Int, c: Int)\n}",
        "/// - Parameter c: By its outer name.\npublic func a(c d: Int) {}",
    ])
    func incompleteDocumentationIsReported(text: String) {
        let project = Project(["Sources/Fairway/A.swift": text])
        #expect(ParameterDocumentationRule().violations(in: project).count == 1)
    }
}
