import FairwayHTTP
import FairwayWire
import Testing

@testable import FairwayServer

struct ProblemPageTests {
    /// A copy of the table in `protocol.md`, section 5.
    private static let documented: [Int: [String]] = [
        400: ["malformed-request", "invalid-json", "json-too-deep"],
        401: ["missing-token", "invalid-token", "sign-in-required", "superseded"],
        403: ["forbidden"],
        404: [
            "no-such-route", "no-such-session", "no-such-flow", "no-such-link", "no-such-screen", "no-such-tab",
            "no-such-handoff", "no-such-work", "no-such-state", "no-such-batch", "no-such-problem",
            "no-such-webhook",
        ],
        405: ["method-not-allowed"],
        408: ["request-timeout"],
        409: ["stale-screen", "cannot-go-back", "no-next-screen", "link-refused", "work-running", "incompatible-flow"],
        410: ["session-over", "events-gone"],
        412: ["revision-mismatch"],
        413: ["body-too-large"],
        414: ["uri-too-long"],
        415: ["unsupported-media-type"],
        421: ["misdirected-request"],
        422: [
            "invalid-input", "invalid-params", "no-such-action", "unhandled-action", "unhandled-signal", "rejected",
            "idempotency-key-reused", "unsupported-screen", "state-too-large",
        ],
        429: ["too-many-requests"],
        431: ["headers-too-large"],
        500: ["flow-failed"],
        503: ["overloaded", "shutting-down", "store-unavailable", "step-unavailable"],
        504: ["flow-timeout"],
    ]

    /// Codes that the protocol does not list: answers to unsupported HTTP, and to unexpected errors.
    private static let undocumented: Set<String> = ["http-version", "not-implemented", "internal-error"]

    @Test func everyDocumentedCodeHasPageAndStatus() {
        let pages = Dictionary(grouping: ProblemPage.all, by: \.status).mapValues { Set($0.map(\.code)) }
        for (status, codes) in Self.documented {
            #expect(pages[status]?.subtracting(Self.undocumented) == Set(codes), "\(status)")
        }
        let documented = Set(Self.documented.values.joined())
        #expect(Set(ProblemPage.all.map(\.code)).subtracting(documented) == Self.undocumented)
    }

    @Test func everyPossibleCodeIsDocumented() {
        for code in ProblemCode.allCases {
            #expect(Self.documented[code.status]?.contains(code.rawValue) == true, "\(code)")
        }
    }

    @Test func codeIsExplainedOnce() {
        #expect(Set(ProblemPage.all.map(\.code)).count == ProblemPage.all.count)
    }

    /// Equal explanations mean that a `switch` lacks a case, so a code got the explanation of `default`.
    @Test func explanationsAreUnique() {
        #expect(Set(ProblemPage.all.map(\.when)).count == ProblemPage.all.count)
    }

    @Test(arguments: [
        HTTPProblem.malformedRequest(""), .noSuchRoute, .bodyTooLarge(limit: 1), .unsupportedMediaType(""),
        .tooManyRequests(retryAfterSeconds: 1), .overloaded(retryAfterSeconds: 1), .shuttingDown(retryAfterSeconds: 1),
    ])
    func codeHasOneTitleAndStatus(_ problem: HTTPProblem) throws {
        let code = try #require(ProblemCode(rawValue: problem.code))
        #expect(problem.title == code.title)
        #expect(problem.status.code == code.status)
    }

    @Test(arguments: ["invalid-params", "invalid-input"])
    func pageListsTheCodesOfErrors(_ code: String) throws {
        let page = try #require(ProblemPage.all.first { $0.code == code })
        #expect(page.errors?.map(\.code).contains("not-an-option") == true)
        let row = "<dt><code>too-short</code></dt><dd>It has too few characters.</dd>"
        #expect(page.html(brand: "Ships").contains(row))
    }

    @Test func pageIsEscaped() throws {
        let page = try #require(ProblemPage.all.first { $0.code == "missing-token" })
        let html = page.html(brand: "Ships & Sons")
        #expect(html.contains("<code>Authorization: Bearer …</code>"))
        #expect(!html.contains("`"))
        #expect(html.contains(">Ships &amp; Sons</a>"))
    }
}
