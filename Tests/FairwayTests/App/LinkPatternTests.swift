import Testing

@testable import Fairway

struct LinkPatternTests {
    @Test(
        arguments: [
            ("/planets", "/planets", [:]), ("/planets", "/Planets/", [:]), ("/planets", "planets", [:]),
            ("/planets/:planet", "/planets/earth", ["planet": "earth"]),
            ("/planets/:planet", "/planets/Earth%20two", ["planet": "Earth two"]),
            ("/planets/:planet", "/planets/%C3%A9", ["planet": "é"]),
            ("/:a/:b", "/x/y", ["a": "x", "b": "y"]),
            ("/", "/", [:]),
            ("/search", "/search?q=a%26b&page=2&flag", ["q": "a&b", "page": "2", "flag": ""]),
        ] as [(String, String, [String: String])]
    )
    func patternMatchesLink(_ pattern: String, _ link: String, _ values: [String: String]) throws {
        let opened = try #require(LinkPattern(pattern).match(link))
        for (name, value) in values { #expect(opened.optional(name) == value) }
    }

    @Test(arguments: [
        ("/planets", "/planets/earth"), ("/planets/:planet", "/planets"), ("/planets", "/moons"), ("/planets", ""),
        ("/p/:x", "/p/%"), ("/p/:x", "/p/%4"), ("/p/:x", "/p/%zz"), ("/p/:x", "/p/%+5"), ("/p/:x", "/p/%FF"),
    ])
    func patternDoesNotMatchLink(_ pattern: String, _ link: String) {
        #expect(LinkPattern(pattern).match(link) == nil)
    }

    @Test func missingLinkParameterIsAClientError() throws {
        let opened = try #require(LinkPattern("/search").match("/search"))
        let problem = #expect(throws: Problem.self) { try opened["page"] }
        #expect(problem?.code == .noSuchLink)
        #expect(opened.optional("page") == nil)
    }
}
