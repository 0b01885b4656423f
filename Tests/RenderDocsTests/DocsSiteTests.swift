import Foundation
import Testing

@testable import RenderDocs

/// All pages of `docs`.
struct DocsSiteTests {
    private static let docs = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs")

    private static func site() throws -> DocsSite { try DocsSite(RenderDocs.markdown(in: docs)) }

    @Test func everyPageIsInContents() throws {
        let site = try Self.site()
        #expect(!site.contents.contains { $0.title == "More" }, "list the page in docs/README.md")
        let listed = site.contents.flatMap { $0.entries.map(\.path) }
        #expect(Set(listed).count == listed.count)
        #expect(Set(listed) == Set(site.pages.map(\.path)).subtracting(["/docs"]))
    }

    /// Removes the tags and the escapes of a page, so that only its texts remain.
    @Test func renderedPagesKeepTexts() throws {
        let site = try Self.site()
        let files = Dictionary(uniqueKeysWithValues: try site.files().map { ($0.path, $0.text) })
        for page in site.pages {
            let html = try #require(files[page.output])
            let text = html.replacing(/<[^>]*>/, with: "").replacing("&lt;", with: "<").replacing("&quot;", with: "\"")
                .replacing("&amp;", with: "&").replacing("’", with: "'")
            for case .code(_, let code) in page.blocks { #expect(text.contains(code), "\(page.file)") }
            for section in page.sections { #expect(text.contains(section.heading.replacing("’", with: "'"))) }
        }
    }

    /// On every page, links to pages of the docs lead to a heading that exists.
    @Test func linksLeadToAnchors() throws {
        let files = try Self.site().files()
        let paths = files.map { "/docs/\($0.path)".replacing("/index.html", with: "") }
        let ids = zip(paths, files).map { ($0, Set($1.text.matches(of: /[ ]id="([^"]+)"/).map { String($0.1) })) }
        let anchors = Dictionary(uniqueKeysWithValues: ids)
        for (path, file) in zip(paths, files) {
            for match in file.text.matches(of: /href="(?<page>[^"#]*)#(?<anchor>[^"]*)"/) {
                let page = match.page.isEmpty ? path : String(match.page)
                guard page.hasPrefix("/docs") else { continue }
                #expect(anchors[page]?.contains(String(match.anchor)) == true, "\(path): \(match.0)")
            }
        }
    }

    /// The links at the end of the pages lead through all of them.
    @Test func nextLinksLeadThroughEveryPage() throws {
        let site = try Self.site()
        let files = Dictionary(uniqueKeysWithValues: try site.files().map { ($0.path, $0.text) })
        let outputs = Dictionary(uniqueKeysWithValues: site.pages.map { ($0.path, $0.output) })
        var read = ["/docs"]
        while let last = read.last, read.count <= site.pages.count {
            let page = try #require(outputs[last].flatMap { files[$0] })
            guard let next = page.firstMatch(of: /rel="next" href="([^"]+)"/).map({ String($0.1) }) else { break }
            let back = try #require(outputs[next].flatMap { files[$0] })
            #expect(back.contains("rel=\"prev\" href=\"\(last)\""))
            read.append(next)
        }
        #expect(read.count == site.pages.count)
        #expect(Set(read) == Set(site.pages.map(\.path)))
    }

    @Test func searchIndexHasEverySection() throws {
        let site = try Self.site()
        let text = try #require(try site.files().last).text
        let entries = try JSONDecoder().decode([[String: String]].self, from: Data(text.utf8))
        #expect(entries.count == site.pages.reduce(0) { $0 + $1.sections.count })
        #expect(entries.first?["path"] == "/docs")
        let guards = entries.first { $0["path"] == "/docs/protocol#3-guards" }
        #expect(guards?["text"]?.contains("Idempotency-Key") == true)
    }
}
