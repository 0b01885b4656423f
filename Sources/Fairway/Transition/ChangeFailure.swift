import FairwayWire

/// Why a change did not happen. Whatever it is, nothing of the change is left.
enum ChangeFailure: Error {
    /// What flow or guard decided, or what the request got wrong.
    case problem(Problem)
    /// The author's code asked for something impossible.
    case mistake(Mistake)
    /// A stored flow that was to start is none that this build can read.
    case incompatible(IncompatibleFlow)
    /// The author's code threw.
    case thrown(any Error)

    /// The answer to the client. What the author's code threw is for the log alone: it may hold anything.
    var problem: Problem {
        switch self {
        case .problem(let problem): problem
        case .mistake(let mistake): Problem(.flowFailed, mistake.description)
        case .incompatible(let error):
            Problem(.incompatibleFlow, "This build cannot read the stored flow \(error.flow).")
        case .thrown: Problem(.flowFailed)
        }
    }

    /// Sorts what a handler threw.
    init(_ error: any Error) {
        self =
            switch error {
            case let failure as ChangeFailure: failure
            case let problem as Problem: .problem(problem)
            case let mistake as Mistake: .mistake(mistake)
            case let flow as IncompatibleFlow: .incompatible(flow)
            case let missing as NoResponder: .mistake(Mistake(missing.description))
            case let rejection as Rejection:
                .problem(Problem(.rejected, rejection.reason, errors: rejection.errors))
            default: .thrown(error)
            }
    }
}
