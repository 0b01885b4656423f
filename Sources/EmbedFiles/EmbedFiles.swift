import Foundation
import PackagePlugin

/// Embeds folders in a module as constants. The target's file `embedded` lists them, one per line: the
/// constant's name, and the folder's path in the package. Files in Swift are left out. A third word names a program of
/// the package that renders the files before they are embedded.
@main struct EmbedFiles: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let list = target.directoryURL.appending(path: "embedded")
        return try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 2 || words.count == 3 else {
                throw Malformed(description: "\(list.path): expected NAME FOLDER [PROGRAM]: \(line)")
            }
            let program = try words.dropFirst(2).first.map { try context.tool(named: $0).url }
            return try command(embedding: words[1], as: words[0], renderedBy: program, in: context)
        }
    }

    private struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    private func command(
        embedding folder: String,
        as name: String,
        renderedBy program: URL?,
        in context: PluginContext
    ) throws -> Command {
        let package = context.package.directoryURL
        let root = package.appending(path: folder)
        let script = package.appending(path: "script/embed")
        let output = context.pluginWorkDirectoryURL.appending(path: "\(name).swift")
        let files = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { !$0.hasSuffix(".swift") }
        return .buildCommand(
            displayName: "Embedding \(folder)",
            executable: URL(filePath: "/bin/sh"),
            arguments: [script.path, name, root.path, output.path] + (program.map { [$0.path] } ?? []),
            inputFiles: [script] + (program.map { [$0] } ?? []) + files.sorted().map { root.appending(path: $0) },
            outputFiles: [output]
        )
    }
}
