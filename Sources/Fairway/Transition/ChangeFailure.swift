import FairwayWire

/// The reason why a change failed. A failed change leaves the session's state as it was.
enum ChangeFailure: Error {
    /// A rejection by a flow or a guard, or an invalid request.
    case problem(Problem)
    /// A programming error in the app, which Fairway has detected.
    case mistake(Mistake)
    /// A stored flow that this build cannot decode.
    case incompatible(IncompatibleFlow)
    /// An error thrown by the app's code.
    case thrown(any Error)

    /// The response to the client. Errors of the app's code are for the log and for operators, because they may contain
    /// confidential data.
    var problem: Problem {
        switch self {
        case .problem(let problem): problem
        case .incompatible(let error):
            Problem(.incompatibleFlow, "This build cannot read the stored flow \(error.flow).")
        case .mistake, .thrown: Problem(.flowFailed)
        }
    }

    /// Classifies an error thrown by a handler.
    init(_ error: any Error) {
        self =
            switch error {
            case let failure as ChangeFailure: failure
            case let problem as Problem: .problem(problem)
            case let mistake as Mistake: .mistake(mistake)
            case let flow as IncompatibleFlow: .incompatible(flow)
            default: .thrown(error)
            }
    }
}

extension Problem {
    /// Translates the title to a language, unless it is not the title of the problem's code.
    func titled(in language: Language) -> Problem {
        guard title == code.title else { return self }
        var problem = self
        problem.title = language.string(Text(stringLiteral: code.title))
        return problem
    }
}

/// A programming error in an app. The description says how to fix it.
public struct Mistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error and its fix.
    public let description: String

    package init(_ description: String) { self.description = description }
}
