import FairwayWire

extension ProblemCode {
    /// The code's explanation. Every code is explained here or in `HTTPProblem.guided`.
    var guide: ProblemGuide {
        switch self {
        case .invalidJSON, .jsonTooDeep, .malformedRequest, .bodyTooLarge, .unsupportedMediaType: requestGuide
        case .missingToken, .superseded, .forbidden: accessGuide
        case .noSuchRoute, .noSuchSession, .noSuchFlow, .noSuchLink, .noSuchScreen, .noSuchTab, .noSuchHandoff:
            missingGuide
        case .staleScreen, .cannotGoBack, .noNextScreen, .linkRefused, .incompatibleFlow, .sessionOver,
            .revisionMismatch:
            conflictGuide
        case .invalidInput, .invalidParams, .noSuchAction, .unhandledAction, .unhandledSignal, .rejected,
            .idempotencyKeyReused, .unsupportedScreen:
            refusalGuide
        case .tooManyRequests, .overloaded, .shuttingDown, .storeUnavailable, .flowFailed, .flowTimeout: serverGuide
        }
    }

    private var requestGuide: ProblemGuide {
        switch self {
        case .invalidJSON:
            ProblemGuide(
                "The body is not JSON as in RFC 8259, or names a member twice. `offset` counts the bytes before the fault.",
                "Mend the program that wrote the body."
            )
        case .jsonTooDeep:
            ProblemGuide("Arrays and objects lie more than 64 deep in each other.", "Send a flatter body.")
        case .bodyTooLarge:
            ProblemGuide(
                "A body has at most 64 KiB, a draft 16 KiB.",
                "Send less. Upload files elsewhere, and send where they are."
            )
        case .unsupportedMediaType:
            ProblemGuide(
                "The Content-Type is plainly something else than JSON: a form with files, a page, an image.",
                "Send JSON, as application/json."
            )
        default:
            ProblemGuide(
                "The request breaks the rules of HTTP, a header has a value it cannot have, or the body is JSON of "
                    + "another shape than the call takes; `errors` says where.",
                "Compare the request with /openapi.json."
            )
        }
    }

    private var accessGuide: ProblemGuide {
        switch self {
        case .superseded:
            ProblemGuide(
                "The token was good until another device took the session over with a handoff code.",
                "Tell the user that the session goes on there. To take it back, ask there for a code."
            )
        case .forbidden:
            ProblemGuide(
                "The call is an operator's, and the token is not the one the server was started with.",
                "Use the token of --admin-token. When none was given, the server's log shows the one it made."
            )
        default:
            ProblemGuide(
                "The call came without `Authorization: Bearer …`, or without the identity that a proxy adds.",
                "Send the token that came with the reply that created the session."
            )
        }
    }

    private var missingGuide: ProblemGuide {
        switch self {
        case .noSuchSession:
            ProblemGuide(
                "The session never was, or was swept some days after its end, or the token is another session's. Which "
                    + "of these is not said, so that nobody can find out who has sessions.",
                "Start a session."
            )
        case .noSuchFlow:
            ProblemGuide("No flow is declared under that name.", "Choose one of those in `available`.")
        case .noSuchLink:
            ProblemGuide(
                "No link's pattern matches, or what the link names is not there.",
                "Start a session without the link. /v1/catalog lists the patterns."
            )
        case .noSuchScreen:
            ProblemGuide(
                "The screen is not in the navigation, or not below the one in front in the same stack.",
                "Take the screen's id from the current state."
            )
        case .noSuchTab:
            ProblemGuide(
                "The container has no such tab, or there is more than one container with tabs and the call names none.",
                "Take both from the state's navigation."
            )
        case .noSuchHandoff:
            ProblemGuide("A code is good once, for five minutes.", "Ask the other device for a new one.")
        default:
            ProblemGuide("Nothing is served at this path.", "/openapi.json lists what there is.")
        }
    }

    private var conflictGuide: ProblemGuide {
        switch self {
        case .cannotGoBack:
            ProblemGuide(
                "The screen is an initial flow's first, or one that cannot be crossed on the way back, or an alert that "
                    + "wants an answer.",
                "Show the attached state. `screen.back` says beforehand whether back is allowed."
            )
        case .noNextScreen:
            ProblemGuide("An ordered flow was asked to go on from its last step.", "Show the attached state.")
        case .linkRefused:
            ProblemGuide(
                "A flow in front does not let itself be left now: it has unsaved changes, say.",
                "Show the attached state, and offer the link again later."
            )
        case .incompatibleFlow:
            ProblemGuide(
                "The session was stored by another build, and this one can neither read nor migrate it. Nothing is lost: "
                    + "it waits for a build that can.",
                "Clients start a new session. Operators run `check` before they deploy, and mend the migration."
            )
        case .sessionOver:
            ProblemGuide(
                "The root flow finished or was dismissed, or somebody ended the session, or it expired: `state.outcome`.",
                "Show the result, or start a session."
            )
        case .revisionMismatch:
            ProblemGuide(
                "The call came with If-Match, and the session has moved on since that revision.",
                "Look at the attached state, and decide again."
            )
        default:
            ProblemGuide(
                "The call names a screen that is no longer visible: a second tap, a timer, another device was faster.",
                "Show the attached state. Nothing was changed."
            )
        }
    }

    private var refusalGuide: ProblemGuide {
        switch self {
        case .invalidInput:
            ProblemGuide(
                "The input does not decode to the flow's stored properties, or the device is no description within its limits; "
                    + "`errors` says where.",
                "Compare the input with the flow's in /v1/catalog, and the device with /openapi.json."
            )
        case .invalidParams:
            ProblemGuide(
                "The parameters do not decode to the action's; `errors` says where.",
                "Compare them with the screen's actions in /v1/catalog."
            )
        case .noSuchAction:
            ProblemGuide("The screen takes other actions.", "Choose one of those in `actions`.")
        case .unhandledAction:
            ProblemGuide(
                "The flow that shows the screen has no route for it, nor has any above it.",
                "This is a mistake in the app: add `on(Screen.self)` to a flow."
            )
        case .unhandledSignal:
            ProblemGuide(
                "No flow from the front to the root has a route for the signal, or its parameters do not decode.",
                "Send it when the flow it is for is active."
            )
        case .idempotencyKeyReused:
            ProblemGuide(
                "A key stands for one request: the same method, path and body.",
                "Make a new key for every request that is not a repeat, a corrected form included."
            )
        case .unsupportedScreen:
            ProblemGuide(
                "The change would put a screen in front that the device's `screens` does not list in that version.",
                "Tell the user to update the app. The attached state is as it was."
            )
        default:
            ProblemGuide(
                "The flow looked at what was sent and said no: a name is empty, a date is past. `errors` says where.",
                "Show the errors beside their fields. What was typed is kept as the draft."
            )
        }
    }

    private var serverGuide: ProblemGuide {
        switch self {
        case .tooManyRequests:
            ProblemGuide(
                "One client asks too often, too many changes wait for one session, or 1 MiB of its answers were kept under keys "
                    + "within an hour.",
                "Wait as long as Retry-After says, then repeat with the same Idempotency-Key."
            )
        case .overloaded:
            ProblemGuide(
                "The server has as much to do as it can, or an earlier change of the session is still running.",
                "Wait as long as Retry-After says, then repeat with the same Idempotency-Key."
            )
        case .shuttingDown:
            ProblemGuide(
                "The server is about to end; another takes its place.",
                "Wait as long as Retry-After says, then repeat with the same Idempotency-Key."
            )
        case .storeUnavailable:
            ProblemGuide(
                "The store cannot be reached or written to: the disk is full, the database is away. Nothing was changed. Where "
                    + "only starts are refused, the disk is nearly full.",
                "Clients wait as long as Retry-After says and repeat. Operators find the cause in the log."
            )
        case .flowTimeout:
            ProblemGuide(
                "The flow's code took longer than ten seconds. What it had done was dropped.",
                "Repeat a little later, with the same Idempotency-Key."
            )
        default:
            ProblemGuide(
                "The flow's code threw, or asked for something impossible. What it had done was dropped.",
                "Show that it did not work; the session is as it was. The cause is in the server's log."
            )
        }
    }
}
