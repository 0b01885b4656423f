import Fairway
import FairwayWire

/// The body of a call that changes a session.
protocol ChangeBody: Decodable, Sendable {
    /// What the call asks for.
    var change: Change { get }
    /// The code for a body that is JSON but not what the call takes.
    static var wrongValue: ProblemCode { get }
}

extension ChangeBody {
    static var wrongValue: ProblemCode { .malformedRequest }
}
