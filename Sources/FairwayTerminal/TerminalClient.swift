import FairwayClient
public import FairwayWire
public import Foundation

/// A thin client for a terminal: shows whatever screens a server sends, and knows no flow.
///
/// ```swift
/// var client = TerminalClient(server) { bytes in FileHandle.standardOutput.write(Data(bytes)) }
/// client.flow = "Tutorial"
/// try await client.run()
/// ```
public struct TerminalClient: Sendable {
    /// The flow to start; the app's initial one unless said.
    public var flow: String?
    /// What kind of device the flows are to take it for.
    public var idiom = Device.Idiom.terminal
    /// What the session is kept under, so that the same call goes on with it; nil for one that is not kept.
    public var place: String?
    /// Whether to begin anew where there is a session to go on with.
    public var isNew = false
    private let server: URL
    private let write: @Sendable ([UInt8]) -> Void

    /// Why there is nothing to show.
    public struct Failure: Error, CustomStringConvertible {
        /// What went wrong, and what to do.
        public let description: String
    }

    /// A client of a server; what goes to standard output is handed on.
    public init(_ server: URL, write: @escaping @Sendable ([UInt8]) -> Void) {
        self.server = server
        self.write = write
    }

    /// Shows the session on standard input and output, until it is over or the user leaves.
    public func run() async throws(Failure) {
        try await withTaskExecutorPreference(PatientQueue()) { () async throws(Failure) in try await talk() }
    }

    private func talk() async throws(Failure) {
        let environment = TerminalEnvironment.process
        let (session, catalog, beginning) = try await begin(environment)
        var notices = [beginning].compactMap(\.self)
        do throws(KeptSessionsFile.Failure) {
            try keep(session.credentials, environment)
        } catch {
            notices.append("This session cannot be gone on with later: \(error)")
        }
        let display = Display(environment, write: write)
        // A server that is started again is waited for; whoever has no patience left presses control-C.
        let app = RemoteApp(server, retry: RemoteApp.RetryPolicy(attempts: .max, longestDelay: .seconds(1)))
        let patient: RemoteSession
        do throws(ClientError) {
            patient = try await app.resume(session.credentials)
        } catch {
            throw Failure(description: error.sentence)
        }
        let notice = notices.isEmpty ? nil : notices.joined(separator: " ")
        var conversation = Conversation(patient, of: app, catalog, notice: notice, environment, display)
        let ending = await conversation.run()
        display.say(lines(at: ending, of: patient, catalog))
        if case .left = ending { return }
        // What cannot be forgotten is found to be over the next time.
        try? keep(nil, environment)
    }

    private func lines(at ending: Conversation.Ending, of session: RemoteSession, _ catalog: Catalog) -> [StyledLine] {
        switch ending {
        case .over: return Player(session.state, catalog).page(width: TerminalSize.ofOutput.columns).lines
        case .left where place == nil: return [StyledLine("Left.")]
        case .left: return [StyledLine("Left. The same command goes on from here; --new begins again.")]
        case .lost(let reason): return [StyledLine(reason, .failure)]
        }
    }

    /// A session, and something to say about it.
    private func begin(
        _ environment: TerminalEnvironment
    ) async throws(Failure) -> (RemoteSession, Catalog, String?) {
        let app = RemoteApp(server, retry: RemoteApp.RetryPolicy(attempts: 3))
        do throws(ClientError) {
            let catalog = try await app.catalog()
            var notice: String?
            if !isNew, let credentials = kept(environment) {
                do throws(ClientError) {
                    let session = try await app.resume(credentials)
                    if session.state.status == .active { return (session, catalog, "Going on where you left.") }
                    notice = "The session before is over; this is a new one."
                } catch {
                    guard [.noSuchSession, .superseded].contains(error.problem?.code) else { throw error }
                    notice = "The session before is gone; this is a new one."
                }
            }
            let device = Device(idiom: idiom, locale: Locale.current.identifier(.bcp47))
            return (try await app.start(flow: flow, device: device), catalog, notice)
        } catch {
            throw Failure(description: error.sentence)
        }
    }

    private func file(_ environment: TerminalEnvironment) -> (KeptSessionsFile, KeptSessions.Place)? {
        guard let place, let folder = environment.stateFolder else { return nil }
        return (KeptSessionsFile(stateFolder: folder), KeptSessions.Place(server: place, flow: flow))
    }

    private func kept(_ environment: TerminalEnvironment) -> RemoteSession.Credentials? {
        file(environment).flatMap { file, place in file.read()[place] }
    }

    private func keep(
        _ credentials: RemoteSession.Credentials?,
        _ environment: TerminalEnvironment
    ) throws(KeptSessionsFile.Failure) {
        guard let (file, place) = file(environment) else { return }
        try file.change { $0[place] = credentials }
    }
}
