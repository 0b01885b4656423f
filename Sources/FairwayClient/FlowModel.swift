public import FairwayWire
public import Observation

/// Runs a session for the views of an app: the loop of a thin client in one observable object.
///
/// ```swift
/// let model = FlowModel(RemoteApp(server), device: Device(idiom: .phone))
/// await model.start(flow: "Tutorial")
/// await model.send("nextToPage2ButtonPressed")
/// ```
///
/// A view draws ``content``, and calls a method for each thing that the user does. The model makes one change at a time,
/// and a method returns false if another is still under way. It follows the session's stream until it is released.
///
/// No answer of the server is fatal. A call without an answer is repeated under its idempotency key, also if the user
/// presses the same button again, so its change takes effect once. Every refusal leads to the state in it, to
/// ``refusal`` or ``alert``, or to ``Content/lost(_:)``.
@MainActor @Observable
public final class FlowModel {
    /// The newest state of the session; nil while the model has no session.
    public private(set) var state: StateDocument?
    /// The session, for calls that have no method here; nil before a start and after a loss.
    public private(set) var session: RemoteSession?
    /// The user's call that has not been answered, for example to show progress at its button.
    public internal(set) var request: Request?
    /// The errors of the last action at its fields; nil after the next call.
    public internal(set) var refusal: Refusal?
    /// The error of the last call, to show in an alert with its ``ClientError/sentence``. Set it to nil when the user
    /// dismisses the alert. Errors at fields are in ``refusal`` instead.
    public var alert: ClientError?
    /// Whether the stream is connected. While it is not, the newest state remains usable.
    public private(set) var isConnected = true
    /// The effects that the app has not performed yet, oldest first.
    public private(set) var effects: [EffectDocument] = []
    var drafts = LocalDrafts()
    private var loss: ProblemCode?
    private var documents: [String: ScreenDocument] = [:]

    let app: RemoteApp
    let device: Device?
    @ObservationIgnored var unanswered: UnansweredCall?
    @ObservationIgnored var saving: Task<Void, Never>?
    /// Whether ``saveDrafts()`` was called during a save, so that it must run again.
    @ObservationIgnored var savesAgain = false
    @ObservationIgnored private var isFollowing = false
    /// The tasks that follow the session.
    @ObservationIgnored private var tasks: [Task<Void, Never>] = []

    /// What an app shows.
    public enum Content: Hashable, Sendable {
        /// No session has started.
        case nothing
        /// The front screen of an active session. If the app has no view for it, draw its ``ScreenForm``s.
        case screen(ScreenDocument)
        /// The final state of a session. Its outcome is `expired` if the user was idle for too long.
        case over(StateDocument)
        /// The session cannot be continued here: `superseded` by another device, or `noSuchSession` if the server has
        /// deleted it. Start another one.
        case lost(ProblemCode)
    }

    /// A call that the user has caused.
    public enum Request: Hashable, Sendable {
        case start
        case resume
        case takeHandoff
        case signIn
        case action(String, screen: String)
        case back
        case select(tab: String)
        case open(link: String)
        case refresh
        case end
    }

    /// The errors of an action at its fields, from the form's rules or from the server.
    public struct Refusal: Hashable, Sendable {
        /// The screen's id.
        public let screen: String
        /// The action.
        public let action: String
        /// The errors. Each has a pointer to a parameter.
        public let errors: [FieldError]
    }

    /// Creates a model without a session.
    ///
    /// - Parameters:
    ///   - app: The app on the server.
    ///   - device: The description of this device, for sessions that start here. Its `screens` keep the server from
    ///     showing screens that this client cannot draw.
    public init(_ app: RemoteApp, device: Device? = nil) {
        self.app = app
        self.device = device
    }

    deinit {
        for task in tasks { task.cancel() }
    }
}

/// What to draw.
extension FlowModel {
    /// What the app shows now.
    ///
    /// ```swift
    /// switch model.content {
    /// case .nothing: ProgressView()
    /// case .screen(let screen): ScreenView(screen, model)
    /// case .over(let state): EndView(state.outcome)
    /// case .lost: RestartView()
    /// }
    /// ```
    public var content: Content {
        if let loss { return .lost(loss) }
        guard let state else { return .nothing }
        return screen.map(Content.screen) ?? .over(state)
    }

    /// Whether ``alert`` has an error, for the binding of an alert: `$model.isAlertPresented`. False dismisses it.
    public var isAlertPresented: Bool {
        get { alert != nil }
        set { if !newValue { alert = nil } }
    }

    /// The front screen with the user's draft; nil if no session is active.
    public var screen: ScreenDocument? { state?.screen.flatMap { document(of: $0.id) } }

    /// The screens of the front stack, bottom first, for example as the path of a `NavigationStack`.
    public var path: [ScreenReference] { state?.navigation?.frontStack ?? [] }

    /// The newest document of a screen in the navigation, with the user's draft: of a visible screen, or of one below
    /// it that this client has shown. Nil for others, such as the screens below the front one after a launch.
    ///
    /// - Parameter screen: The screen's id.
    public func document(of screen: String) -> ScreenDocument? {
        guard var document = documents[screen] else { return nil }
        if let draft = drafts[screen] { document.draft = draft.isNull ? nil : try? RawJSON(encoding: draft) }
        return document
    }

    /// The messages of ``refusal`` by the names of a form's fields; empty if another action was refused.
    ///
    /// ```swift
    /// let messages = model.errors(of: form)
    /// ForEach(form.fields) { field in FieldView(field, message: messages[field.name]) }
    /// ```
    public func errors(of form: ScreenForm) -> [String: String] {
        guard let refusal, refusal.screen == form.screen, refusal.action == form.action else { return [:] }
        var messages: [String: String] = [:]
        for error in refusal.errors {
            guard let name = form.field(of: error)?.name else { continue }
            let message = error.detail ?? error.code
            messages[name] = messages[name].map { "\($0) \(message)" } ?? message
        }
        return messages
    }

    /// The credentials to store for the next launch; nil if no session can be resumed.
    public var credentials: RemoteSession.Credentials? {
        state?.status == .active ? session?.credentials : nil
    }

    /// Whether input of the user is not saved on the server yet.
    public var hasUnsavedDrafts: Bool { drafts.next != nil }

    /// Returns ``effects`` and removes them. Perform each once, and ignore those that the app does not know.
    public func takeEffects() -> [EffectDocument] {
        defer { effects = [] }
        return effects
    }
}

/// Following the session.
extension FlowModel {
    func use(_ session: RemoteSession) {
        leave()
        self.session = session
        show(session)
        follow()
    }

    func lose(_ code: ProblemCode) {
        leave()
        loss = code
    }

    private func leave() {
        for task in tasks { task.cancel() }
        (tasks, isFollowing, isConnected) = ([], false, true)
        (session, state, loss, refusal) = (nil, nil, nil, nil)
        (documents, drafts) = ([:], LocalDrafts())
    }

    /// Shows the newest state that a session has received.
    func show(_ session: RemoteSession) {
        guard session === self.session else { return }
        let received = session.takeEffects()
        if !received.isEmpty { effects = (effects + received).suffix(EffectInbox.most) }
        let new = session.state
        guard new != state else { return }
        state = new
        for document in [new.screen].compactMap(\.self) + new.visible { documents[document.id] = document }
        let ids = Set((new.navigation?.screens ?? []).map(\.id))
        documents = documents.filter { ids.contains($0.key) }
        drafts.keep(ids)
        if let refusal, !ids.contains(refusal.screen) { self.refusal = nil }
    }

    /// Follows the session, unless it does so already.
    func follow() {
        guard let session, !isFollowing else { return }
        for task in tasks { task.cancel() }
        isFollowing = true
        let (connections, connection) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
        tasks = [
            Task { [weak self] in
                for await _ in session.updates { self?.show(session) }
            },
            Task { [weak self] in
                for await isConnected in connections { self?.connect(isConnected, session) }
            },
            Task { [weak self] in
                do throws(ClientError) {
                    try await session.follow { connection.yield($0) }
                } catch {
                    self?.endFollowing(session, error)
                }
                connection.finish()
            },
        ]
    }

    private func connect(_ isConnected: Bool, _ session: RemoteSession) {
        guard session === self.session else { return }
        self.isConnected = isConnected
        if isConnected { saveDrafts() }
    }

    /// Ends after a failure that is not temporary. The next successful call follows again.
    private func endFollowing(_ session: RemoteSession, _ error: ClientError) {
        guard session === self.session else { return }
        isFollowing = false
        report(error)
    }
}
