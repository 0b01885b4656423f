import FairwayWire

/// Makes the answers to errors.
struct ErrorAnswers: Sendable {
    private let languages: Languages
    private let admission: AdmissionControl
    private let handlerSeconds: Double

    init(_ languages: Languages, _ admission: AdmissionControl, handlerSeconds: Double) {
        self.languages = languages
        self.admission = admission
        self.handlerSeconds = handlerSeconds
    }

    /// The answer to an error, with the session's state if a client can continue from it.
    ///
    /// - Parameter shown: The document of the state that the caller may see; by default, the one for clients.
    func answer(to error: any Error, state: SessionState?, shown: StateDocument? = nil) -> Answer {
        var problem = problem(for: error)
        // In the language of the session, these answers would reveal that it exists.
        let isKnown = ![.noSuchSession, .noSuchHandoff].contains(problem.code)
        let attachesState = [409, 410, 412, 422].contains(problem.code.status) && problem.code != .incompatibleFlow
        if attachesState || problem.code == .stepUnavailable {
            problem.state = shown ?? state?.document
        }
        if let state, isKnown { problem = problem.titled(in: languages.language(of: state.row.device)) }
        let seconds = problem.code == .overloaded ? admission.retryAfterSeconds() : 1
        let opened = isKnown && problem.code != .superseded ? state : nil
        return Answer(problem, cause: cause(of: error), retryAfter: seconds, in: opened)
    }

    private func problem(for error: any Error) -> Problem {
        switch error {
        case let error as StoreError:
            Problem(error.code == .damaged ? .incompatibleFlow : .storeUnavailable)
        case is HandlerTimedOut:
            Problem(.flowTimeout, timeoutMessage)
        default:
            ChangeFailure(error).problem
        }
    }

    private var timeoutMessage: String { "The flow took longer than \(handlerSeconds) seconds." }

    /// The cause of the error, for the log and for operators.
    private func cause(of error: any Error) -> String? {
        switch error {
        case let error as StoreError: error.message
        case let error as IncompatibleFlow, ChangeFailure.incompatible(let error): "\(error.flow): \(error.reason)"
        case ChangeFailure.thrown(let error): "\(error)"
        case let mistake as Mistake, ChangeFailure.mistake(let mistake): mistake.description
        case is HandlerTimedOut: timeoutMessage
        default: nil
        }
    }
}

/// The handler exceeded its time limit and is still running. The mailbox accepts no changes until it returns.
struct HandlerTimedOut: Error {}
