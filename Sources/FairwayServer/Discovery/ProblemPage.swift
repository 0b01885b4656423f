import FairwayHTTP
import FairwayWire

/// The page at the URL of a problem's `type`.
struct ProblemPage: Codable, Sendable {
    let code: String
    let status: Int
    let title: String
    let when: String
    let remedy: String

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
    }

    /// The page as HTML, for a browser.
    var html: String {
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>\(code.escapedForHTML)</title>
        <link rel="stylesheet" href="/style.css">
        <body class="problem">
        <header>
        <h1>\(title.escapedForHTML)</h1>
        <p><code>\(code.escapedForHTML)</code>, status \(status)</p>
        </header>
        <main>
        <h2>When it happens</h2>
        <p>\(when.escapedForHTML)</p>
        <h2>What to do</h2>
        <p>\(remedy.escapedForHTML)</p>
        </main>
        </body>
        </html>

        """
    }
}

extension String {
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

    init(_ when: String, _ remedy: String) {
        self.when = when
        self.remedy = remedy
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
