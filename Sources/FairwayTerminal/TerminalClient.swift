public import Fairway
import FairwayClient
package import FairwayServer
public import FairwayWire
public import Foundation

/// A generic client for the terminal. It shows the screens of any flow.
///
/// ```swift
/// var client = TerminalClient(server) { bytes in FileHandle.standardOutput.write(Data(bytes)) }
/// client.flow = "Tutorial"
/// try await client.run()
/// ```
public struct TerminalClient: Sendable {
    /// The flow to start. The default is the app's initial one.
    public var flow: String?
    /// The device idiom that is reported to the server.
    public var idiom = Device.Idiom.terminal
    /// The server's address or store, under which the session is saved for a later run; nil to save nothing.
    public var place: String?
    /// Whether to start a new session even if one can be resumed.
    public var isNew = false
    private let server: URL
    private let write: @Sendable ([UInt8]) -> Void

    /// An error that ended the client before it could show a session.
    public struct Failure: Error, CustomStringConvertible {
        /// The cause and the remedy.
        public let description: String
    }

    /// Creates a client of a server. `write` receives the output.
    public init(_ server: URL, write: @escaping @Sendable ([UInt8]) -> Void) {
        self.server = server
        self.write = write
    }

    /// Shows the session on standard input and output until it is over or the user leaves.
    public func run() async throws(Failure) {
        try await withTaskExecutorPreference(BlockingTaskExecutor()) { () async throws(Failure) in try await talk() }
    }

    private func talk() async throws(Failure) {
        let environment = TerminalEnvironment.process
        let (session, catalog, beginning) = try await begin(environment)
        var notices = [beginning].compactMap(\.self)
        do throws(SavedSessionsFile.Failure) {
            try save(session.credentials, environment)
        } catch {
            notices.append("This session cannot be resumed later: \(error)")
        }
        let display = Display(environment, write: write)
        // Retry without limit, so the client survives a restart of the server. The user can press control-C.
        let app = RemoteApp(server, retry: RemoteApp.RetryPolicy(attempts: .max, longestDelay: .seconds(1)))
        let resumed: RemoteSession
        do throws(ClientError) {
            resumed = try await app.resume(session.credentials)
        } catch {
            throw Failure(description: error.sentence)
        }
        let notice = notices.isEmpty ? nil : notices.joined(separator: " ")
        var conversation = Conversation(resumed, of: app, catalog, notice: notice, environment, display)
        let ending = await conversation.run()
        display.say(lines(at: ending, of: resumed, catalog))
        if case .left = ending { return }
        // If this fails, the next run detects that the saved session is over.
        try? save(nil, environment)
    }

    private func lines(at ending: Conversation.Outcome, of session: RemoteSession, _ catalog: Catalog) -> [StyledLine] {
        switch ending {
        case .over:
            let player = Player(session.state, catalog, format: ValueFormat())
            return player.page(width: TerminalSize.ofOutput.columns).lines
        case .left where place == nil: return [StyledLine("Left.")]
        case .left: return [StyledLine("Left. Run the same command to continue, or add --new to start again.")]
        case .lost(let reason): return [StyledLine(reason, .failure)]
        }
    }

    /// Resumes or starts a session. Returns it with an optional message for the user.
    private func begin(
        _ environment: TerminalEnvironment
    ) async throws(Failure) -> (RemoteSession, Catalog, String?) {
        let app = RemoteApp(server, retry: RemoteApp.RetryPolicy(attempts: 3))
        do throws(ClientError) {
            let catalog = try await app.catalog(language: environment.language)
            var notice: String?
            if !isNew, let credentials = savedCredentials(environment) {
                do throws(ClientError) {
                    let session = try await app.resume(credentials)
                    if session.state.status == .active { return (session, catalog, "Continuing the previous session.") }
                    notice = "The previous session is over. This is a new one."
                } catch {
                    guard [.noSuchSession, .superseded].contains(error.problem?.code) else { throw error }
                    notice = "The previous session no longer exists. This is a new one."
                }
            }
            let device = Device(idiom: idiom, locale: environment.language)
            return (try await app.start(flow: flow, device: device), catalog, notice)
        } catch {
            throw Failure(description: flow.flatMap(error.suggestion) ?? error.sentence)
        }
    }

    private func file(_ environment: TerminalEnvironment) -> (SavedSessionsFile, SavedSessions.Key)? {
        guard let place, let folder = environment.stateFolder else { return nil }
        return (SavedSessionsFile(stateFolder: folder), SavedSessions.Key(server: place, flow: flow))
    }

    private func savedCredentials(_ environment: TerminalEnvironment) -> RemoteSession.Credentials? {
        file(environment).flatMap { file, place in file.read()[place] }
    }

    private func save(
        _ credentials: RemoteSession.Credentials?,
        _ environment: TerminalEnvironment
    ) throws(SavedSessionsFile.Failure) {
        guard let (file, place) = file(environment) else { return }
        try file.change { $0[place] = credentials }
    }
}

/// An app with the additional command `play`, a client for the terminal.
///
/// ```swift
/// @main struct Notebook: PlayableApp {
///     static var app: App { App(initial: Home()) }
/// }
/// ```
public protocol PlayableApp: FairwayApp {}

extension PlayableApp {
    /// Runs the command that the process's arguments name: `play`, or a command that every app has.
    @concurrent public static func main() async { await playableTool().main() }

    /// A tool with `play` and the commands of every app.
    ///
    /// - Parameter serve: Replaces the `serve` command.
    package static func playableTool(serve: (any Command)? = nil) -> CommandLineTool {
        commandLineTool(serve: serve) { options in
            var client = TerminalClient(options.server, write: options.write)
            client.flow = options.flow
            client.idiom = options.idiom
            client.place = options.place
            client.isNew = options.isNew
            try await client.run()
        }
    }
}
