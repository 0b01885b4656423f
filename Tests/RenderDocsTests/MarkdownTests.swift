import Testing

@testable import RenderDocs

/// The Markdown of the docs as web pages.
struct MarkdownTests {
    private func body(_ text: String, file: String = "a.md", beside others: [String] = []) throws -> String {
        let site = try DocsSite([(file, text)] + others.map { ($0, "# Other") })
        let html = try #require(try site.files().first).text
        let start = try #require(html.firstRange(of: "tabindex=\"-1\">\n"))
        let end = try #require(html.firstRange(of: "\n<nav class=\"way\""))
        return String(html[start.upperBound..<end.lowerBound])
    }

    @Test(arguments: [
        ("one\ntwo", "<p>one\ntwo</p>"),
        ("a `<b>` & **c** *d*", "<p>a <code>&lt;b></code> &amp; <strong>c</strong> <em>d</em></p>"),
        ("the user's `it's`", "<p>the user’s <code>it's</code></p>"),
        ("2 * 3 * 4, [0], x\\_y", "<p>2 * 3 * 4, [0], x_y</p>"),
        ("``a ` b``", "<p><code>a ` b</code></p>"),
        ("[a `b`](https://example.org/)", "<p><a href=\"https://example.org/\">a <code>b</code></a></p>"),
        ("`/v1/catalog`", "<p><a href=\"/v1/catalog\"><code>/v1<wbr>/catalog</code></a></p>"),
        ("- a\n- b\n  c", "<ul>\n<li>a</li>\n<li>b\nc</li>\n</ul>"),
        ("the answer is\n202. Then", "<p>the answer is\n202. Then</p>"),
        ("1. a\n\n2. b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>"),
        ("- a\n  - b\n- c", "<ul>\n<li><p>a</p>\n<ul>\n<li>b</li>\n</ul></li>\n<li>c</li>\n</ul>"),
        ("<!-- not run: it waits -->\n\n<!--swift\nimport A\n-->\n\na", "\n<p>a</p>"),
    ])
    func markdownBecomesHTML(markdown: String, html: String) throws {
        #expect(try body(markdown) == html)
    }

    @Test func tableHasHeadAndEscapedBars() throws {
        let html = try body("| A | B |\n| --- | --- |\n| `a\\|b` | c |")
        #expect(html.contains("<th scope=\"col\">A</th><th scope=\"col\">B</th>"))
        #expect(html.contains("<tr><td><code>a|b</code></td><td>c</td></tr>"))
    }

    @Test func headingsHaveAnchorsOfGitHub() throws {
        let html = try body("# The page\n\n## 2. `Screens` & actions\n\n## Twice\n\n## Twice")
        for anchor in ["the-page", "2-screens--actions", "twice", "twice-1"] {
            #expect(html.contains("id=\"\(anchor)\""))
        }
    }

    @Test func linksLeadToPagesOfServer() throws {
        let others = ["README.md", "operations.md", "operations/keys.md"]
        #expect(
            try body("[a](operations/keys.md#b)", beside: others) == "<p><a href=\"/docs/operations/keys#b\">a</a></p>"
        )
        #expect(try body("[a](README.md)", beside: others) == "<p><a href=\"/docs\">a</a></p>")
        let up = try body("[a](../operations.md)", file: "operations/a.md", beside: others)
        #expect(up == "<p><a href=\"/docs/operations\">a</a></p>")
    }

    @Test func linkToFileOfRepositoryBecomesText() throws {
        #expect(try body("[test](../Tests/A.swift)") == "<p><span title=\"Tests/A.swift\">test</span></p>")
        #expect(try body("[list](fairway.service)") == "<p><span title=\"docs/fairway.service\">list</span></p>")
    }

    @Test func sectionsBetweenMarksBecomeTabs() throws {
        let html = try body("<!-- tabs -->\n\n## Web\n\na\n\n### Part\n\n## iOS\n\nb\n\n<!-- end of tabs -->")
        #expect(
            html.split(separator: "\n") == [
                "<div class=\"tabs\">", "<section aria-labelledby=\"web\">",
                "<h2 id=\"web\"><a href=\"#web\">Web</a></h2>",
                "<p>a</p>", "<h3 id=\"part\"><a href=\"#part\">Part</a></h3>", "</section>",
                "<section aria-labelledby=\"ios\">", "<h2 id=\"ios\"><a href=\"#ios\">iOS</a></h2>", "<p>b</p>",
                "</section>", "</div>",
            ]
        )
    }

    @Test(arguments: [
        ("a\n\n> quote", 3), ("<b>bold</b>", 1), ("a <br> b", 1), ("![picture](a.png)", 1), ("---", 1), ("a **b", 1),
        ("```\nopen", 1), ("##### deep", 1), ("| a | b |\n| --- | --- |\n| c |", 3), ("* star", 1), ("<!-- open", 1),
    ])
    func unknownMarkdownIsRefusedWithItsLine(markdown: String, line: Int) {
        let error = #expect(throws: MarkdownError.self) { try DocsSite([("a.md", markdown)]).files() }
        #expect(error?.line == line)
        #expect(error?.file == "docs/a.md")
    }

    @Test(arguments: [
        (
            "swift", "let a = \"b\" // c",
            "<span class=\"keyword\">let</span> a = <span class=\"text\">\"b\"</span> <span class=\"comment\">// c</span>"
        ),
        ("swift", "Text(\"it's\")", "<span class=\"name\">Text</span>(<span class=\"text\">\"it's\"</span>)"),
        ("js", "`a` + 10", "<span class=\"text\">`a`</span> + <span class=\"number\">10</span>"),
        ("sh", "echo \"$a\" # b", "echo <span class=\"text\">\"$a\"</span> <span class=\"comment\"># b</span>"),
        ("json", "{\"a\": true}", "{<span class=\"name\">\"a\"</span>: <span class=\"keyword\">true</span>}"),
        ("python", "if x: # c", "<span class=\"keyword\">if</span> x: <span class=\"comment\"># c</span>"),
        ("console", "$ if\nif", "$ <span class=\"keyword\">if</span>\nif"),
    ])
    func codeIsHighlighted(language: String, code: String, html: String) throws {
        #expect(try #require(Highlighter(language)).html(code) == html)
    }

    @Test func unknownLanguageIsPlainText() {
        #expect(Highlighter("text") == nil)
    }
}
