/// The error codes of the session API (`protocol.md` section 5). Raw values never change.
public enum ProblemCode: String, Codable, Hashable, Sendable, CaseIterable {
    case invalidJSON = "invalid-json"
    case jsonTooDeep = "json-too-deep"
    case malformedRequest = "malformed-request"
    case missingToken = "missing-token"
    case invalidToken = "invalid-token"
    case signInRequired = "sign-in-required"
    case superseded
    case forbidden
    case noSuchRoute = "no-such-route"
    case noSuchSession = "no-such-session"
    case noSuchFlow = "no-such-flow"
    case noSuchLink = "no-such-link"
    case noSuchScreen = "no-such-screen"
    case noSuchTab = "no-such-tab"
    case noSuchHandoff = "no-such-handoff"
    case noSuchWork = "no-such-work"
    case noSuchState = "no-such-state"
    case noSuchBatch = "no-such-batch"
    case noSuchProblem = "no-such-problem"
    case noSuchWebhook = "no-such-webhook"
    case staleScreen = "stale-screen"
    case cannotGoBack = "cannot-go-back"
    case noNextScreen = "no-next-screen"
    case linkRefused = "link-refused"
    case workRunning = "work-running"
    case incompatibleFlow = "incompatible-flow"
    case sessionOver = "session-over"
    case eventsGone = "events-gone"
    case revisionMismatch = "revision-mismatch"
    case bodyTooLarge = "body-too-large"
    case unsupportedMediaType = "unsupported-media-type"
    case invalidInput = "invalid-input"
    case invalidParams = "invalid-params"
    case noSuchAction = "no-such-action"
    case unhandledAction = "unhandled-action"
    case unhandledSignal = "unhandled-signal"
    case rejected
    case idempotencyKeyReused = "idempotency-key-reused"
    case unsupportedScreen = "unsupported-screen"
    case stateTooLarge = "state-too-large"
    case tooManyRequests = "too-many-requests"
    case overloaded
    case shuttingDown = "shutting-down"
    case storeUnavailable = "store-unavailable"
    case stepUnavailable = "step-unavailable"
    case flowFailed = "flow-failed"
    case flowTimeout = "flow-timeout"

    /// The HTTP status of the response.
    public var status: Int {
        switch self {
        case .malformedRequest, .invalidJSON, .jsonTooDeep: 400
        case .missingToken, .invalidToken, .signInRequired, .superseded: 401
        case .forbidden: 403
        case .noSuchRoute, .noSuchSession, .noSuchFlow, .noSuchLink, .noSuchScreen, .noSuchTab, .noSuchHandoff,
            .noSuchWork, .noSuchState, .noSuchBatch, .noSuchProblem, .noSuchWebhook:
            404
        case .staleScreen, .cannotGoBack, .noNextScreen, .linkRefused, .workRunning, .incompatibleFlow: 409
        case .sessionOver, .eventsGone: 410
        case .revisionMismatch: 412
        case .bodyTooLarge: 413
        case .unsupportedMediaType: 415
        case .invalidInput, .invalidParams, .noSuchAction, .unhandledAction, .unhandledSignal, .rejected,
            .idempotencyKeyReused, .unsupportedScreen, .stateTooLarge:
            422
        case .tooManyRequests: 429
        case .flowFailed: 500
        case .overloaded, .shuttingDown, .storeUnavailable, .stepUnavailable: 503
        case .flowTimeout: 504
        }
    }

    /// Whether the same request may succeed soon. The response then has `Retry-After`.
    public var isTemporary: Bool { [429, 503].contains(status) && self != .stepUnavailable }

    /// A sentence that describes the code, in English.
    public var title: String {
        switch self {
        case .invalidJSON: "The body is not JSON."
        case .jsonTooDeep: "The body is nested too deeply."
        case .malformedRequest: "The request cannot be read."
        case .missingToken: "This call needs a bearer token."
        case .invalidToken: "The token is not valid, or it has expired."
        case .signInRequired: "Sign in to continue."
        case .superseded: "The session continues on another device, or after a sign-in."
        case .forbidden: "That token does not allow this call."
        case .noSuchRoute: "There is nothing at this path."
        case .noSuchSession: "There is no such session, or the token belongs to another session."
        case .noSuchFlow: "There is no flow of that name."
        case .noSuchLink: "That link leads to nothing."
        case .noSuchScreen: "There is no such screen."
        case .noSuchTab: "There is no such tab."
        case .noSuchHandoff: "That code was used, has expired, or never existed."
        case .noSuchWork: "The session has no such timer or job."
        case .noSuchState: "The session's state at that revision is not kept."
        case .noSuchBatch: "There is no such batch."
        case .noSuchProblem: "There is no such problem."
        case .noSuchWebhook: "There is no such webhook."
        case .staleScreen: "That screen is no longer in front."
        case .cannotGoBack: "There is no way back from here."
        case .noNextScreen: "There is no next screen."
        case .linkRefused: "The front flow refuses that link at the moment."
        case .workRunning: "The timer or job is running."
        case .incompatibleFlow: "This build of the app cannot read the session, which another build stored."
        case .sessionOver: "The session is over."
        case .eventsGone: "The events after that cursor are no longer kept."
        case .revisionMismatch: "The session is at another revision."
        case .bodyTooLarge: "The body is too large."
        case .unsupportedMediaType: "This kind of body is not taken here."
        case .invalidInput: "The input does not fit that flow."
        case .invalidParams: "The parameters do not fit that action."
        case .noSuchAction: "That screen takes no such action."
        case .unhandledAction: "No flow handles the actions of that screen."
        case .unhandledSignal: "No flow here handles that signal."
        case .rejected: "The flow refused that."
        case .idempotencyKeyReused: "That idempotency key belongs to another request."
        case .unsupportedScreen: "This client cannot show the next screen."
        case .stateTooLarge: "The session has no room for more data."
        case .tooManyRequests: "There are too many requests."
        case .overloaded: "The server is busy."
        case .shuttingDown: "The server is shutting down."
        case .storeUnavailable: "The store cannot be written to right now."
        case .stepUnavailable: "This step is not available right now. Everything else is."
        case .flowFailed: "The flow failed; nothing was changed."
        case .flowTimeout: "The flow took too long; nothing was changed."
        }
    }
}
