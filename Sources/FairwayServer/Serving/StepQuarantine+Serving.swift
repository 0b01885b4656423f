import Fairway
import FairwayOperators
import FairwayQuarantine
import Foundation

extension StepQuarantine {
    /// Opens the quarantine of a store; nil for a store that does not survive the process.
    static func open(
        _ store: any OperatorStore,
        _ options: ServeOptions,
        _ build: ServerBuild,
        report: (String) -> Void
    ) async throws -> StepQuarantine? {
        guard let quarantineStore = store as? any OperatorStore & QuarantineStore, let path = options.recorderPath
        else {
            return nil
        }
        // The user's folder may not exist yet. If it cannot be created, the recorder reports that.
        let folder = URL(filePath: path).deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return try await StepQuarantine(
            quarantineStore,
            recordingAt: path,
            build: build.name,
            at: (store.sharing?.commonClock ?? SystemClock()).now,
            report: report
        )
    }
}

extension ServeOptions {
    /// The flight recorder's file: beside SQLite's file, or in a folder with a name for the store. Nil for a store in
    /// memory.
    var recorderPath: String? {
        switch store {
        case .memory: nil
        case .sqlite(let path) where recorderFolder == nil: "\(path).recorder"
        case .sqlite, .postgres: "\(recorderFolder ?? Self.stateFolder)/\(Self.name(of: store)).recorder"
        }
    }

    /// The folder that systemd gives to a service, or else the user's (XDG Base Directory Specification).
    private static var stateFolder: String {
        let environment = ProcessInfo.processInfo.environment
        if let folder = environment["STATE_DIRECTORY"]?.split(separator: ":").first { return String(folder) }
        return environment["XDG_STATE_HOME"] ?? "\(environment["HOME"] ?? "")/.local/state"
    }

    private static func name(of store: StoreLocation) -> String {
        "fairway-" + SHA256.hash(store.description.utf8).prefix(6).map { String(format: "%02x", $0) }.joined()
    }
}

extension ServerBuild {
    /// The build that `--build` names. By default, the version and the beginning of the executable's SHA-256.
    init(_ options: ServeOptions) {
        self.init(name: options.build ?? Self.ofExecutable, version: CommandLineTool.version)
    }

    private static let ofExecutable: String = {
        let contents = try? Data(contentsOf: URL(filePath: "/proc/self/exe"), options: .alwaysMapped)
        let hash = contents.map { SHA256.hash($0).prefix(6).map { String(format: "%02x", $0) }.joined() }
        return "\(CommandLineTool.version)+\(hash ?? "unknown")"
    }()
}
