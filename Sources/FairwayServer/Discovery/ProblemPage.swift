import FairwayHTTP
import FairwayWire

/// The page that a problem's `type` leads to.
struct ProblemPage: Codable, Sendable {
    /// The stable name.
    let code: String
    /// The status that comes with it.
    let status: Int
    /// What happened, in a sentence.
    let title: String
    /// What leads to it.
    let when: String
    /// What a client does about it.
    let remedy: String

    /// Every page there is.
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

    /// As a web page, for people who follow the link.
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
    /// The text as it stands in a page; what is between backquotes there is code.
    fileprivate var escapedForHTML: String {
        let escaped = replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
        let parts = escaped.split(separator: "`", omittingEmptySubsequences: false)
        return parts.enumerated().map { $0.offset.isMultiple(of: 2) ? "\($0.element)" : "<code>\($0.element)</code>" }
            .joined()
    }
}
