import Testing

struct UniqueTypeNameRuleTests {
    /// Two types are named `Page`, and two are named `Route`. Nested types, extensions, comments and tests do not
    /// count.
    private let project = Project([
        "Sources/A/A.swift":
            "public final class Route {\n    struct Inner {}\n}\nprivate enum Page {}\nextension Other {}\n",
        "Sources/B/B.swift": "@frozen public struct Route {}\nstruct C {\n    struct Inner {}\n}\n",
        "Sources/B/C.swift": "struct Page {}\n// struct C {}\n",
        "Tests/A/A.swift": "struct C {}\n",
    ])

    @Test func typesOfOneNameAreReported() {
        let violations = UniqueTypeNameRule(allowed: []).violations(in: project)
        #expect(
            violations.map(\.message) == [
                "Page is also the name of a type in Sources/B/C.swift",
                "Route is also the name of a type in Sources/B/B.swift",
            ]
        )
    }

    @Test func listOfAllowedNamesHasToMatch() {
        #expect(UniqueTypeNameRule(allowed: ["Page", "Route"]).violations(in: project).isEmpty)
        let violations = UniqueTypeNameRule(allowed: ["C", "Page", "Route"]).violations(in: project)
        #expect(violations.map(\.message) == ["remove C from the allowed names: no two types have this name"])
    }
}
