import Fairway
import Testing

@testable import FairwayServer

/// Puts the modules of a page together.
struct ScriptBundleTests {
    private func bundle(
        _ modules: [String: String],
        styles: Set<String> = []
    ) throws -> (text: String, styles: [String]) {
        let bundle = try ScriptBundle(of: "main.js") { path throws(Mistake) in
            guard let text = modules[path] else { throw Mistake("\(path) does not exist.") }
            return try ScriptModule(path: path, bytes: Array(text.utf8))
        } hasStyle: {
            styles.contains($0)
        }
        return (String(decoding: bundle.text, as: UTF8.self), bundle.styles)
    }

    /// The order in which marks are in a text.
    private func order(of marks: [String], in text: String) -> [String] {
        let places = marks.compactMap { mark in text.firstRange(of: mark).map { (mark, $0.lowerBound) } }
        return places.sorted { $0.1 < $1.1 }.map(\.0)
    }

    @Test func modulesRunInTheOrderOfTheBrowser() throws {
        let (text, _) = try bundle([
            "main.js": "import \"./a.js\";\nimport \"./b.js\";\nmain();",
            "a.js": "import \"./c.js\";\na();", "b.js": "import \"./c.js\";\nimport \"./d.js\";\nb();", "c.js": "c();",
            "d.js": "d();",
        ])
        let marks = ["main();", "a();", "b();", "c();", "d();"]
        #expect(order(of: marks, in: text) == ["c();", "a();", "d();", "b();", "main();"])
        #expect(text.ranges(of: "c();").count == 1)
    }

    @Test func importedNamesAreThoseOfTheirModules() throws {
        let (text, _) = try bundle([
            "main.js":
                "import { one, two as second } from \"./a.js\";\nimport * as all from \"./b.js\";\none(second, all);",
            "a.js": "export const one = 1;\nexport { three as two } from \"./b.js\";",
            "b.js": "export function three() {}",
        ])
        #expect(
            text == """
                const fairway$once = (make) => { let made; return () => (made ??= make()); };
                const fairway$0 = (() => {
                function three() {}
                return { three };
                })();
                const fairway$1 = (() => {
                const one = 1;
                return { one, two: fairway$0.three };
                })();
                const { one, two: second } = fairway$1;
                const all = fairway$0;
                one(second, all);
                """
        )
    }

    @Test func moduleThatIsImportedLaterRunsWhenItIs() throws {
        let (text, _) = try bundle([
            "main.js":
                "import { a } from \"./a.js\";\nconst run = async () => (await import(\"./later.js\")).later(await import(\"./a.js\"));",
            "a.js": "export const a = 1;",
            "later.js": "import { a } from \"./a.js\";\nimport \"./deeper.js\";\nexport const later = () => a;",
            "deeper.js": "deep();",
        ])
        #expect(text.contains("const fairway$0 = fairway$once(() => {\ndeep();\nreturn {  };\n});"))
        #expect(text.contains("const fairway$1 = fairway$once(() => {\nconst { a } = fairway$2;\nfairway$0();\n"))
        #expect(
            text.contains(
                "(await Promise.resolve().then(fairway$1)).later(await Promise.resolve().then(() => fairway$2));"
            )
        )
    }

    @Test func styleSheetsThatModulesLoadArePartOfThePage() throws {
        let (text, styles) = try bundle(
            [
                "main.js": "import { loadStyle } from \"./dom.js\";\nloadStyle(\"/a.css\");\nloadStyle(\"/b.css\");",
                "dom.js": "export function loadStyle(href) {}",
            ],
            styles: ["a.css"]
        )
        #expect(styles == ["a.css"])
        #expect(text.hasSuffix("Promise.resolve();\nloadStyle(\"/b.css\");"))
    }

    @Test(arguments: [
        (
            ["main.js": "import \"./a.js\";", "a.js": "import \"./b.js\";", "b.js": "import \"./a.js\";"],
            "import each other"
        ),
        (["main.js": "import \"./main.js\";"], "import each other"),
        (["main.js": "f(() => import(\"./a.js\"));", "a.js": "import \"./main.js\";"], "import each other"),
        (
            ["main.js": "import { b } from \"./a.js\";", "a.js": "export const a = 1;"],
            "imports b, which a.js does not export"
        ),
        (
            ["main.js": "export { b } from \"./a.js\";", "a.js": "export const a = 1;"],
            "imports b, which a.js does not export"
        ),
        (["main.js": "import \"./a.js\";", "a.js": "await b;"], "await outside of functions"),
        (["main.js": "import \"./a.js\";"], "a.js does not exist"),
    ])
    func modulesThatDoNotFitAreRefused(_ modules: [String: String], _ sentence: String) {
        let failure = #expect(throws: Mistake.self) { try bundle(modules) }
        #expect(failure?.description.contains(sentence) == true, "\(String(describing: failure))")
    }

    @Test func moduleOfAPageMayWait() throws {
        #expect(try bundle(["main.js": "await a;"]).text.hasSuffix("await a;"))
    }
}
