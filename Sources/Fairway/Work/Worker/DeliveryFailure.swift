package import FairwayWire

/// The failure to deliver a timer or a job's result to its flow. The text is stored in ``WorkProgress/error``.
package struct DeliveryFailure: Hashable, Sendable, CustomStringConvertible {
    /// The code of the flow's answer.
    package let code: ProblemCode
    /// The cause, for operators.
    package let cause: String?

    /// `flow-failed: not now`, or only the code.
    package var description: String { cause.map { "\(code.rawValue): \($0)" } ?? code.rawValue }

    init(_ code: ProblemCode, cause: String?) {
        self.code = code
        self.cause = cause
    }

    /// Reads a stored text. Nil if it is the error of a performer.
    package init?(_ stored: String) {
        let end = stored.firstRange(of: ": ")
        guard let code = ProblemCode(rawValue: String(stored[..<(end?.lowerBound ?? stored.endIndex)])) else {
            return nil
        }
        self.init(code, cause: end.map { String(stored[$0.upperBound...]) })
    }
}
