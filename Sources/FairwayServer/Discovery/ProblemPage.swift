import FairwayHTTP
import FairwayWire

/// The page at the URL of a problem's `type`, and the page that a browser gets instead of a problem document.
struct ProblemPage: Codable, Sendable, DescribedType {
    let code: String
    let status: Int
    let title: String
    let when: String
    let remedy: String
    /// The codes in `errors` with their meanings; nil for a problem without `errors`.
    let errors: [ErrorCode]?

    static let described = TypeDescription(
        "The explanation of a problem code.",
        .init("code", "The code.", "stale-screen"),
        .init("status", "The HTTP status.", 409),
        .init("title", "A sentence about the code.", "That screen is no longer in front."),
        .init("when", "When it happens.", "The action names a screen that is not visible any more."),
        .init("remedy", "What to do.", "Continue from `state`."),
        .init("errors", "The codes in `errors` with their meanings; absent for a problem without `errors`.")
    )

    /// A code in `errors`.
    struct ErrorCode: Codable, Sendable, DescribedType {
        let code: String
        let meaning: String

        static let described = TypeDescription(
            "A code in `errors`.",
            .init("code", "The code.", "too-short"),
            .init("meaning", "What is wrong with the value.", "It has too few characters.")
        )
    }

    static let all: [ProblemPage] =
        ProblemCode.allCases.map { code in
            ProblemPage(code.rawValue, code.status, code.title, code.guide)
        }
        + HTTPProblem.guided.map { problem, guide in
            ProblemPage(problem.code, problem.status.code, problem.title, guide)
        }

    private init(_ code: String, _ status: Int, _ title: String, _ guide: ProblemGuide) {
        self.code = code
        self.status = status
        self.title = title
        when = guide.when
        remedy = guide.remedy
        errors = guide.hasFieldErrors ? Self.fieldErrors : nil
    }

    private static let fieldErrors =
        RuleCode.allCases.map { ErrorCode(code: $0.rawValue, meaning: $0.meaning) }
        + [
            ("missing-member", "On a screen without controls: it is absent."),
            ("invalid-value", "On a screen without controls: it has the right type, but not a valid value."),
            ("unknown-case", "On a screen without controls: it is not a case of the type."),
        ].map { ErrorCode(code: $0, meaning: $1) }

    /// The page as HTML, for a browser. `brand` is the name of the app.
    func html(brand: String) -> String {
        Self.html(
            brand: brand,
            title: title,
            main: """
                \(Self.caption(code, status))
                <h2>When it happens</h2>
                <p>\(when.escapedForHTML.linkingDocuments)</p>
                <h2>What to do</h2>
                <p>\(remedy.escapedForHTML.linkingDocuments)</p>
                \(Self.list(errors ?? []))<p class="links"><a href="/docs/api#problem-\(code.escapedForHTML)">Calls that can answer with it</a>
                <a href="/docs/protocol#5-errors">Errors in the docs</a> <a href="/docs/build-a-client">Build a client</a>
                <a href="/problems">All problem codes</a></p>
                """
        )
    }

    /// Converts an error to a page, for a browser that has opened the URL of a call. The headers are kept.
    static func response(for error: Response, brand: String) -> Response {
        guard let problem = try? JSON.decode(JSONValue.self, from: error.body), let code = problem["code"]?.string,
            let title = problem["title"]?.string
        else { return error }
        var page = error
        page.contentType = .html
        page.headers.add(.pages)
        let detail = problem["detail"]?.string.map { "<p>\($0.escapedForHTML)</p>\n" } ?? ""
        let links = """
            <p class="links"><a href="/">Start page</a> <a href="/problems/\(code.escapedForHTML)">About this error</a>
            <a href="/docs/api">API reference</a> <a href="/docs/build-a-client">Build a client</a></p>
            """
        let caption = caption(code, error.status.code) + "\n"
        page.body = Array(html(brand: brand, title: title, main: caption + detail + links).utf8)
        return page
    }

    private static func list(_ errors: [ErrorCode]) -> String {
        guard !errors.isEmpty else { return "" }
        let rows = errors.map { error in
            "<dt><code>\(error.code.escapedForHTML)</code></dt><dd>\(error.meaning.escapedForHTML)</dd>"
        }
        return "<h2>The codes in <code>errors</code></h2>\n<dl>\n\(rows.joined(separator: "\n"))\n</dl>\n"
    }

    private static func caption(_ code: String, _ status: Int) -> String {
        "<p class=\"caption\"><code>\(code.escapedForHTML)</code> · status \(status)</p>"
    }

    fileprivate static func html(brand: String, title: String, main: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(title.escapedForHTML)</title>
        <link rel="icon" href="/icon.svg">
        <link rel="stylesheet" href="/style.css">
        <header class="bar">
        <a class="brand" href="/"><img src="/icon.svg" alt="" width="28" height="28">\(brand.escapedForHTML)</a>
        <nav aria-label="Pages"><a href="/app">App</a><a href="/docs">Docs</a><a href="/docs/api">API</a>
        <a href="/gallery">Gallery</a><a href="/admin">Console</a></nav>
        </header>
        <main class="problem">
        <h1>\(title.escapedForHTML)</h1>
        \(main)
        </main>
        </html>

        """
    }
}

/// The explanations of all codes.
struct ProblemList: Codable, Sendable, DescribedType {
    var problems = ProblemPage.all

    static let described = TypeDescription(
        "The explanations of all codes.",
        .init("problems", "The explanations.")
    )

    /// The list as HTML, for a browser. `brand` is the name of the app.
    func html(brand: String) -> String {
        let rows = problems.map { page in
            let code = page.code.escapedForHTML
            let link = "<a href=\"/problems/\(code)\"><code>\(code)</code></a>"
            return "<dt>\(link)</dt><dd>\(page.title.escapedForHTML)</dd>"
        }
        let main = "<dl>\n\(rows.joined(separator: "\n"))\n</dl>"
        return ProblemPage.html(brand: brand, title: "Problem codes", main: main)
    }
}

extension String {
    /// Links the paths of the server's documents. The text is escaped already.
    fileprivate var linkingDocuments: String {
        ["/v1/catalog", "/openapi.json"].reduce(self) { text, path in
            text.replacing(path, with: "<a href=\"\(path)\">\(path)</a>")
        }
    }

    /// Escapes the text, and converts parts in backquotes to `<code>`.
    fileprivate var escapedForHTML: String {
        let escaped = replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
        let parts = escaped.split(separator: "`", omittingEmptySubsequences: false)
        return parts.enumerated().map { $0.offset.isMultiple(of: 2) ? "\($0.element)" : "<code>\($0.element)</code>" }
            .joined()
    }
}

/// The explanation of a problem code.
struct ProblemGuide: Sendable {
    let when: String
    let remedy: String
    /// Whether `errors` has the codes of the rules for fields.
    let hasFieldErrors: Bool

    init(_ when: String, _ remedy: String, hasFieldErrors: Bool = false) {
        self.when = when
        self.remedy = remedy
        self.hasFieldErrors = hasFieldErrors
    }
}

extension HTTPProblem {
    /// The problems of HTTP that have no `ProblemCode`, with their explanations. Their arguments are irrelevant: a page
    /// shows no details of a problem.
    static let guided: [(problem: HTTPProblem, guide: ProblemGuide)] = [
        (
            .methodNotAllowed(allow: ""),
            ProblemGuide("The path exists, but not for this method.", "Use a method from the header Allow.")
        ),
        (
            .requestTimeout(""),
            ProblemGuide("The request did not arrive completely in time.", "Repeat it on a new connection.")
        ),
        (.uriTooLong(limit: 0), ProblemGuide("The request target is too long.", "Send data in the body.")),
        (
            .headersTooLarge(""),
            ProblemGuide(
                "There are too many header fields, or they are too long.",
                "Send fewer. Cookies are not needed."
            )
        ),
        (
            .misdirectedRequest,
            ProblemGuide(
                "The server does not accept the host in the request.",
                "Use localhost or an address, or have the operator add the host with --allow-hosts."
            )
        ),
        (
            .internalError,
            ProblemGuide(
                "An unexpected error occurred.",
                "Repeat once with the same Idempotency-Key. Operators find the cause in the log, by the X-Request-Id."
            )
        ),
        (
            .notImplemented(""),
            ProblemGuide("The server does not support the method or the transfer coding.", "Use a supported one.")
        ),
        (
            .httpVersion,
            ProblemGuide("The request uses HTTP/0.9 (426), or HTTP/2 or newer (505).", "Use HTTP/1.1.")
        ),
    ]
}
