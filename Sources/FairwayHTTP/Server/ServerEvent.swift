import Glibc

/// What an operator should hear of, beyond single requests.
public enum ServerEvent: Sendable, CustomStringConvertible {
    /// A handler let its exchange go without an answer; the client got 500.
    case exchangeDropped
    /// An asynchronous handler threw something that is no `HTTPProblem`; the client got 500.
    case handlerFailed(String)
    /// No further connection can be accepted for now, for this `errno`; new ones wait for up to a second.
    case acceptPaused(Int32)

    /// A line for the log.
    public var description: String {
        switch self {
        case .exchangeDropped: "a handler dropped its exchange without answering, which was answered with 500"
        case .handlerFailed(let error): "a handler failed, which was answered with 500: \(error)"
        case .acceptPaused(let code):
            "no connection can be accepted for a second: \(String(cString: strerror(code))); raise the limit of open files"
        }
    }
}
