import Fairway
import Testing

@testable import FairwayServer

/// Takes modules apart, and refuses those that no bundle can contain.
struct ScriptModuleTests {
    private func module(_ text: String) throws -> ScriptModule {
        try ScriptModule(path: "web/a.js", bytes: Array(text.utf8))
    }

    private func body(_ text: String) throws -> String {
        String(decoding: try module(text).body { _ in "" }, as: UTF8.self)
    }

    @Test func importsAndExportsAreFound() throws {
        let module = try module(
            """
            import { b, c as d } from "./b.js";
            import * as all from "../fairway.js";
            import "/web/samples/c.js"
            export { x, y as z } from "./x.js";
            export const one = (a, b) => [a, b];
            export async function three() {}
            export function* four() {}
            export class Five {}
            """
        )
        #expect(module.imports.map(\.module) == ["web/b.js", "fairway.js", "web/samples/c.js", "web/x.js"])
        #expect(module.imports[0].names.map(\.imported) == ["b", "c"])
        #expect(module.imports[0].names.map(\.local) == ["b", "d"])
        #expect(module.imports[1].names.map(\.imported) == ["*"])
        #expect(module.exports.map(\.name) == ["x", "z", "one", "three", "four", "Five"])
    }

    @Test func importsOfExpressionsAndStyleSheetsAreFound() throws {
        let module = try module("f(() => import(\"./later.js\"));\nloadStyle(\"/a.css\");\nloadStyle(name);\n")
        #expect(module.dynamicImports == ["web/later.js"])
        #expect(module.styles == ["a.css"])
    }

    @Test(arguments: [
        ("a;\n// b\nc;", "a;\nc;"), ("a /* b */ + c", "a + c"), ("a /*\n*/ b", "a\nb"),
        ("    a;\n        b;", "a;\nb;"),
        ("let a = \"// no\" + '/* no */';", "let a = \"// no\" + '/* no */';"),
        ("`\n  // ${ a /* b */ + `}${ {} }` }\n  c`", "`\n  // ${ a + `}${ {} }` }\n  c`"),
        (#"a = /[/*]\/\//g.test(b) / c;"#, #"a = /[/*]\/\//g.test(b) / c;"#),
        ("if (a) /b*/.test(c); d = (e) / f / g;", "if (a) /b*/.test(c); d = (e) / f / g;"),
        ("export function a() {}", "function a() {}"), ("import \"./b.js\"; c;", "c;"),
        ("import { a } from \"./a.js\"\nb;", "b;"), ("a.import; b.export;", "a.import; b.export;"),
        ("let text = 'import { a } from \"b\"';", "let text = 'import { a } from \"b\"';"),
    ])
    func commentsAndIndentsAreDropped(_ text: String, _ expected: String) throws {
        #expect(try body(text) == expected)
    }

    @Test(arguments: [
        "import a from \"./a.js\";", "import { a } from \"package\";", "import \"https://a.example/a.js\";",
        "import \"//a.example/a.js\";", "import { a } from \"./a.json\" with { type: \"json\" };",
        "import a, { b } from \"./a.js\";",
        "import(name);", "import(\"./a.js\", {});", "import.meta.url;", "if (a) { import \"./a.js\"; }",
        "export default 1;", "export let a = 1;", "export var a;", "export * from \"./a.js\";", "export { a };",
        "export const { a } = b;", "export const a = 1, b = 2;", "export const a = `${[1, 2]}`, b = 2;",
        "export function a() {}\na = 2;", "export class A {}\nif (b) A = 2;", "f(); export",
        "let fairway$1 = 2;", "let é = 1;", "@decorated class A {}", "let a = \"b", "let a = `b", "/* a", "a = /b",
        "f((a]);", "f(",
        "if (a) {} /b/.test(c);", "a++ /b/ c;",
    ])
    func otherSyntaxIsRefused(_ text: String) {
        let failure = #expect(throws: Mistake.self) { try module(text) }
        #expect(failure?.description.hasPrefix("web/a.js:") == true)
    }

    @Test func mistakeHasItsLine() {
        let failure = #expect(throws: Mistake.self) { try module("a;\n/*\n*/ b;\nexport default c;\n") }
        #expect(failure?.description == "web/a.js:4: this import or export is outside of the rules for bundles.")
    }

    @Test(arguments: [
        "await a;", "try { await a; } catch {}", "for await (let a of b) {}", "for (let a of b) { await a; }",
        "f(await a);",
        "let a = { b: await c };", "let f = (a) => a;\nawait f;", "let f = (a) => a\nawait f", "`${await a}`",
    ])
    func awaitOutsideOfFunctionsIsFound(_ text: String) throws {
        #expect(try module(text).awaits)
    }

    @Test(arguments: [
        "async function f() { await a; }", "let f = async () => { for (let a of b) { await a; } };",
        "let f = async () => await a;",
        "class A { async b() { if (c) await d; } }", "let a = { async b() { await c; }, d: async () => (await e).f };",
        "f(async (a) => await a, b);", "let f = async () => `${await a}`;", "a.await;",
        "let f = async (a) =>\n    await a;",
    ])
    func awaitWithinFunctionsIsNone(_ text: String) throws {
        #expect(try !module(text).awaits)
    }
}
