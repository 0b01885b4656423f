import FairwayWire

extension ProblemCode {
    /// The explanation of the code. `HTTPProblem.guided` explains the codes that are not a `ProblemCode`.
    var guide: ProblemGuide {
        switch self {
        case .invalidJSON, .jsonTooDeep, .malformedRequest, .bodyTooLarge, .unsupportedMediaType: requestGuide
        case .missingToken, .invalidToken, .signInRequired, .superseded, .forbidden: accessGuide
        case .noSuchRoute, .noSuchSession, .noSuchFlow, .noSuchLink, .noSuchScreen, .noSuchTab, .noSuchHandoff,
            .noSuchWork, .noSuchState, .noSuchBatch, .noSuchProblem, .noSuchWebhook:
            missingGuide
        case .staleScreen, .cannotGoBack, .noNextScreen, .linkRefused, .workRunning, .incompatibleFlow, .sessionOver,
            .eventsGone, .revisionMismatch:
            conflictGuide
        case .invalidInput, .invalidParams, .noSuchAction, .unhandledAction, .unhandledSignal, .rejected,
            .idempotencyKeyReused, .unsupportedScreen, .stateTooLarge:
            refusalGuide
        case .tooManyRequests, .overloaded, .shuttingDown, .storeUnavailable, .stepUnavailable, .flowFailed,
            .flowTimeout:
            serverGuide
        }
    }

    private var requestGuide: ProblemGuide {
        switch self {
        case .invalidJSON:
            ProblemGuide(
                "The body is not valid JSON (RFC 8259), or an object has a duplicate member. `offset` is the byte of the error.",
                "Correct the program that writes the body."
            )
        case .jsonTooDeep:
            ProblemGuide("Arrays and objects are nested more than 64 levels deep.", "Send a flatter body.")
        case .bodyTooLarge:
            ProblemGuide(
                "The body is larger than 64 KiB, or the draft larger than 16 KiB.",
                "Send less. Upload files to another service, and send their URLs."
            )
        case .unsupportedMediaType:
            ProblemGuide(
                "The Content-Type is certainly not JSON, for example a multipart form, a page or an image.",
                "Send JSON, as application/json."
            )
        default:
            ProblemGuide(
                "The request violates HTTP, a header has an invalid value, or the body does not match the call's "
                    + "schema; `errors` lists the fields.",
                "Compare the request with /openapi.json."
            )
        }
    }

    private var accessGuide: ProblemGuide {
        switch self {
        case .invalidToken:
            ProblemGuide(
                "The user token has expired, is signed with an unknown key, or was issued for another service. Or the text "
                    + "after `Bearer` is no token of this server: it is empty or truncated, for example.",
                "Get a new token from the identity provider, or read the session's token again where it was saved, and "
                    + "send the request again."
            )
        case .superseded:
            ProblemGuide(
                "Another device has taken the session over with a handoff code, or a user has signed in. The session's "
                    + "token is no longer valid.",
                "After a sign-in, send the user's token. Otherwise tell the user that the session continues on the other "
                    + "device. To take it back, create a handoff code there."
            )
        case .signInRequired:
            ProblemGuide(
                "The flow or the list of sessions is for users, and the request names no user.",
                "Sign the user in at the identity provider, and send the user token as `Authorization: Bearer …`."
            )
        case .forbidden:
            ProblemGuide(
                """
                The call requires an operator's token, and the request has another one. Or the operator's role does not \
                allow the call: `needs` is the role that does. Or the list of the operator's signals lacks the signal. Or \
                the console's sign-in link is no longer valid. Or the server allows no forks, or the call does not fit a \
                sandbox, or fits nothing but a sandbox.
                """,
                """
                Use the token of --admin-token, or of an operator in the file of --operators that has the role. Without \
                these flags, the server generates a token at its start, and logs or prints it.
                """
            )
        default:
            ProblemGuide(
                "The request lacks the header `Authorization: Bearer …`, or the identity header of the proxy.",
                "Send the token from the reply that started the session."
            )
        }
    }

    private var missingGuide: ProblemGuide {
        switch self {
        case .noSuchSession:
            ProblemGuide(
                "The session never existed or was deleted after its end, or the token belongs to another session. The "
                    + "answer is the same in each case, so it reveals no sessions.",
                "Start a session."
            )
        case .noSuchFlow:
            ProblemGuide("The app declares no flow with this name.", "Choose a flow from `available`.")
        case .noSuchLink:
            ProblemGuide(
                "No link of the app matches, or the target of the link does not exist.",
                "Start a session without the link. /v1/catalog lists the patterns."
            )
        case .noSuchScreen:
            ProblemGuide(
                "The session has no such screen, or `to` is not below the screen in its stack.",
                "Take the screen's id from the current state."
            )
        case .noSuchTab:
            ProblemGuide(
                "The container has no such tab, or the tab's flow has ended.",
                "Take container and tab from the state's navigation."
            )
        case .noSuchHandoff:
            ProblemGuide(
                "The code is unknown, used or expired. A code can be used once, within five minutes.",
                "Create a new code on the other device."
            )
        case .noSuchWork:
            ProblemGuide(
                "The session has no timer or job with this id. It has finished, was cancelled, or never existed.",
                "Take the id from /v1/admin/jobs."
            )
        case .noSuchState:
            ProblemGuide(
                "The session's state at this revision was never kept, or newer ones have replaced it. A server keeps states "
                    + "only with --keep-states.",
                "Take the revision from `states` in the session's document."
            )
        case .noSuchBatch:
            ProblemGuide("No batch has this id.", "Take the id from /v1/admin/batches.")
        case .noSuchProblem:
            ProblemGuide(
                "No problem has this id. It has not been seen for longer than --retain-journal, or too many others were seen later.",
                "Take the id from /v1/admin/problems."
            )
        case .noSuchWebhook:
            ProblemGuide("The file of --webhooks has no URL with this id.", "Take the id from /v1/admin/webhooks.")
        default:
            ProblemGuide("The server has no route for this path.", "/openapi.json lists all routes.")
        }
    }

    private var conflictGuide: ProblemGuide {
        switch self {
        case .cannotGoBack:
            ProblemGuide(
                "The screen is the first one of the initial flow, has replaced the screens below it, or is an alert "
                    + "that requires an answer.",
                "Show the attached state. `screen.back` tells whether back is allowed."
            )
        case .noNextScreen:
            ProblemGuide("The ordered flow is already at its last step.", "Show the attached state.")
        case .workRunning:
            ProblemGuide(
                "An operator cancels a timer or job that a worker has started. Its result will be delivered.",
                "Wait until it has ended. If it fails and is to be tried again, cancel it then."
            )
        case .linkRefused:
            ProblemGuide(
                "The front flow, or one above it, refuses the link now, for example because of unsaved changes.",
                "Show the attached state, and offer the link again later."
            )
        case .incompatibleFlow:
            ProblemGuide(
                "Another build has stored the session, and this build can neither read nor migrate it. The session "
                    + "remains stored for a build that can.",
                "Clients start a new session. Operators run `check` before a deployment, and correct the migration."
            )
        case .sessionOver:
            ProblemGuide(
                "The root flow has finished or was dismissed, or the session was ended or has expired; see `state.outcome`.",
                "Show the result, or start a session."
            )
        case .eventsGone:
            ProblemGuide(
                "Events after the cursor were removed, because they are older than --retain-over or --retain-journal. Or the cursor is "
                    + "not one of this store, for example because a backup was restored.",
                "Read on from `oldest`. Compare what you have stored with the sessions' documents, because events are missing."
            )
        case .revisionMismatch:
            ProblemGuide(
                "The session has changed since the revision in If-Match.",
                "Check the attached state, and decide again."
            )
        default:
            ProblemGuide(
                "The call names a screen that is no longer visible, for example after a second tap or a timer.",
                "Show the attached state. Nothing was changed."
            )
        }
    }

    private var refusalGuide: ProblemGuide {
        switch self {
        case .invalidInput:
            ProblemGuide(
                "The flow takes no input, or the input breaks its rules, or the device is invalid or exceeds its limits; "
                    + "`errors` lists the fields.",
                "Compare the input with the flow's schema in /v1/catalog, and the device with /openapi.json.",
                hasFieldErrors: true
            )
        case .invalidParams:
            ProblemGuide(
                "The parameters do not match those of the action or signal; `errors` lists the fields.",
                "Compare them with the schemas and controls in /v1/catalog. Show `detail` beside the field.",
                hasFieldErrors: true
            )
        case .noSuchAction:
            ProblemGuide("The screen has no such action.", "Choose an action from `actions`.")
        case .unhandledAction:
            ProblemGuide(
                "Neither the flow that shows the screen nor any flow above it has a route for the action.",
                "This is a defect of the app: add `on(Screen.self)` to a flow."
            )
        case .unhandledSignal:
            ProblemGuide(
                "No flow of the session has a route for the signal. Or no active session of the user has one.",
                "Send the signal while a flow that handles it is active."
            )
        case .idempotencyKeyReused:
            ProblemGuide(
                "The key was used for a request with another method, path or body. Or the `id` of a signal was used for "
                    + "another signal.",
                "Create a new key for every request that is not a repeat, such as a corrected form."
            )
        case .unsupportedScreen:
            ProblemGuide(
                "The change would show a screen in a version that the device's `screens` does not list.",
                "Tell the user to update the app. The session is unchanged."
            )
        case .stateTooLarge:
            ProblemGuide(
                "The change would make the session's flows, screens and drafts larger than `limit`. `bytes` is the size that "
                    + "they would have.",
                "Tell the user to shorten or remove something. The session is unchanged. Operators can raise --state-bytes."
            )
        default:
            ProblemGuide(
                "The flow rejects the input, for example an empty name or a past date. `errors` lists the fields.",
                "Show the errors beside their fields. The input is kept as the draft."
            )
        }
    }

    private var serverGuide: ProblemGuide {
        switch self {
        case .tooManyRequests:
            ProblemGuide(
                "The client exceeds its rate, or the session exceeds a limit of waiting changes, handoff codes, "
                    + "streams or stored replies. Or there are too many sandboxes, or too many signals wait.",
                "Wait for Retry-After, then repeat with the same Idempotency-Key."
            )
        case .overloaded:
            ProblemGuide(
                "The server has reached a limit on changes, connections, threads or memory, other servers keep changing "
                    + "the session, or an earlier change of it has timed out and its handler has not returned.",
                "Wait for Retry-After, then repeat with the same Idempotency-Key."
            )
        case .shuttingDown:
            ProblemGuide(
                "The server is shutting down.",
                "Wait for Retry-After, then repeat with the same Idempotency-Key."
            )
        case .storeUnavailable:
            ProblemGuide(
                "The store cannot be read or written, for example because of a full disk. Nothing was changed, except "
                    + "that PostgreSQL may have committed the change after its connection was lost. If only new "
                    + "sessions fail, the disk is nearly full.",
                "Clients wait for Retry-After and repeat with the same key. Operators find the cause in the log."
            )
        case .stepUnavailable:
            ProblemGuide(
                "This step has ended the server's process before, so it is not run again at this revision of the session. "
                    + "Other steps are. There is no Retry-After, because repeating the request does not help.",
                "Show the attached state. Operators find the cause in the session's incidents, and deploy a build with the "
                    + "correction, or try the step again with POST /v1/admin/sessions/{session}/release."
            )
        case .flowTimeout:
            ProblemGuide(
                "The flow's handler took longer than ten seconds. Its change was discarded.",
                "Repeat later with the same Idempotency-Key."
            )
        default:
            ProblemGuide(
                "The flow's handler threw an error or requested an invalid operation. Its change was discarded.",
                "Show an error. The session is unchanged, and the server's log contains the cause."
            )
        }
    }
}
