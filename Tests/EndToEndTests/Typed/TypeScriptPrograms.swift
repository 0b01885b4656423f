import FairwayWire
import Foundation

@testable import FairwayServer

/// Programs in TypeScript that use generated code. One run of `tsc` compiles all of them, because a run takes seconds.
struct TypeScriptPrograms {
    static let compiled = Task { try await TypeScriptPrograms() }

    private let messages: [String]
    /// The program for the samples, its generated code and the client, by path.
    let modules: [String: String]

    private init() async throws {
        let shell = try PageShell()
        let samples = URL(filePath: shell.path(of: "samples"))
        _ = await GenerateRun("--typescript", samples.path)
        let catalogs = [
            "renamed": try await Catalog.ferries.renaming("ports", of: "Ferry.Search", to: "harbours"),
            "awkward": try Catalog.awkward,
        ]
        for (folder, catalog) in catalogs {
            _ = try shell.write(TypeScriptPrinter.text(ClientTypes(catalog)), to: "\(folder)/screens.ts")
        }
        for folder in ["samples", "renamed"] { _ = try shell.write(Self.program, to: "\(folder)/program.ts") }
        for page in DocumentationPage.all {
            for block in page.blocks(of: "ts") { _ = try shell.write(block.text, to: Self.path(of: block, on: page)) }
        }
        _ = try shell.write(Self.configuration, to: "tsconfig.json")
        messages = try await shell.run("tsc --project . || true").output.split(separator: "\n").map(String.init)
        var modules: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: samples.path) where path.hasSuffix(".js") {
            modules[path] = try String(contentsOf: samples.appending(path: path), encoding: .utf8)
        }
        self.modules = modules
    }

    /// The errors in a folder or a file, and those that belong to no file. Each begins with the file's path.
    func errors(in path: String) -> [String] {
        messages.filter { $0.hasPrefix("\(path)/") || $0.hasPrefix("\(path)(") || $0.hasPrefix("error ") }
    }

    /// The file with a block of a page. It uses the samples' code.
    static func path(of block: PageBlock, on page: DocumentationPage) -> String {
        "pages/\(page.path.replacing("/", with: "-"))-\(block.line).ts"
    }

    /// A file imports the modules of its own folder, and those of `samples` that its folder lacks.
    private static let configuration = """
        {
            "include": ["samples/*.ts", "pages/*.ts", "renamed/*.ts", "awkward/*.ts"],
            "compilerOptions": {
                "strict": true,
                "target": "es2022",
                "module": "es2022",
                "moduleResolution": "node",
                "moduleDetection": "force",
                "rootDirs": ["samples", "pages", "renamed", "awkward"]
            }
        }
        """

    private static let program = """
        import { Session, Transport } from "./fairway.js";
        import { frontScreen, screenOf } from "./screens.js";

        const session = await Session.start({ flow: "Ferry" }, new Transport({ base: "http://localhost:8080" }));
        const search = frontScreen(session);
        if (search?.kind !== "Ferry.Search") throw new Error("the first screen is not the search");
        const [from, to] = search.viewModel.ports;
        try {
            await search.searchButtonPressed({ from: from.key, to: to.key, date: "tomorrow" });
        } catch (error) {
            console.log(search.refusal(error)?.fields.date?.code);
        }
        await search.searchButtonPressed({ from: from.key, to: to.key, date: "2030-06-01" });
        const list = frontScreen(session);
        if (list?.kind === "Ferry.Sailings") console.log(list.viewModel.date, typeof list.viewModel.sailings[0].fareCents);
        const newer = screenOf({ ...search.document, name: "Ferry.Sauna", viewModel: { degrees: 90 } }, session);
        if (newer.kind === "unknown") console.log(newer.name, JSON.stringify(newer.json));
        console.log(screenOf({ ...search.document, version: 2 }, session).kind);

        """
}
