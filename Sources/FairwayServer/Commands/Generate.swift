import Fairway
import FairwayAssets
import FairwayClient
import FairwayWire
import Foundation

/// The `generate` command: writes typed client code for the app's screens.
struct Generate: Command {
    let name = "generate"
    let summary = "Writes typed client code for the app's screens."
    let examples = [
        "generate --typescript web/src/fairway",
        "generate --swift Sources/Shop --from https://example.org",
    ]

    /// The app to describe if no server is given.
    let app: App

    func run(_ options: GenerateOptions, console: Console) async throws -> ExitCode {
        let types = ClientTypes(try await catalog(options.source))
        var written = 0
        if let folder = options.typeScriptFolder {
            let client = EmbeddedFile.pages.filter { Self.isClient($0.path) }
            let screens = [("screens.ts", Array(TypeScriptPrinter.text(types).utf8))]
            written += try Self.write(client.map { ($0.path, $0.bytes) } + screens, to: folder)
        }
        if let folder = options.swiftFolder {
            written += try Self.write([("AppScreen.swift", Array(SwiftPrinter.text(types).utf8))], to: folder)
        }
        let screens = types.screens.count
        console.say(
            "\(screens) screen\(screens == 1 ? "" : "s"), "
                + (written == 0 ? "no file changed" : "\(written) file\(written == 1 ? "" : "s") written")
        )
        return .success
    }

    private func catalog(_ server: URL?) async throws -> Catalog {
        guard let server else { return try await Engine(app, store: MemoryStore()).catalog() }
        do throws(ClientError) {
            return try await RemoteApp(server, retry: RemoteApp.RetryPolicy(attempts: 1)).catalog()
        } catch {
            throw UnusableServer(error, at: server, flag: "from")
        }
    }

    /// Whether a file belongs to the JavaScript client, which `screens.ts` imports.
    private static func isClient(_ path: String) -> Bool {
        path == "fairway.js" || path == "fairway.d.ts" || path.hasPrefix("fairway/")
    }

    /// Writes the files that differ, and returns their number. Unchanged files keep their dates, so that build systems
    /// do not rebuild them.
    private static func write(_ files: [(path: String, bytes: [UInt8])], to folder: String) throws -> Int {
        var written = 0
        for file in files {
            let target = URL(filePath: folder).appending(path: file.path)
            let new = Data(file.bytes)
            guard (try? Data(contentsOf: target)) != new else { continue }
            do {
                let parent = target.deletingLastPathComponent()
                try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
                try new.write(to: target, options: .atomic)
            } catch {
                let reason = error.localizedDescription
                throw UnwritableFile(description: "\(target.path) cannot be written. Pass another folder. (\(reason))")
            }
            written += 1
        }
        return written
    }

    private struct UnwritableFile: Error, CustomStringConvertible {
        let description: String
    }
}

struct GenerateOptions: CommandOptions, Equatable {
    var typeScriptFolder: String?
    var swiftFolder: String?
    var source: URL?

    static let flags: [Flag<Self>] = [
        Flag("typescript", \.typeScriptFolder, .text("DIR"), "Writes screens.ts and the JavaScript client here."),
        Flag("swift", \.swiftFolder, .text("DIR"), "Writes AppScreen.swift here, for FairwayClient."),
        Flag("from", \.source, .url, "Reads the catalog of this server; by default, that of the app itself."),
    ]

    func validate() throws(CommandError) {
        guard typeScriptFolder == nil, swiftFolder == nil else { return }
        throw CommandError(.missingValue, "generate needs a folder: pass --typescript DIR, --swift DIR, or both.")
    }
}
