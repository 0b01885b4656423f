import Fairway
import FairwayWire

extension Answer {
    /// The state in this answer.
    ///
    /// - Throws: the problem when it is one, with what only the log is told in its detail.
    var document: StateDocument {
        get throws {
            guard code != nil else { return try JSON.decode(StateDocument.self, from: body) }
            var problem = try JSON.decode(Problem.self, from: body)
            if let cause { problem.detail = [problem.detail, cause].compactMap(\.self).joined(separator: " ") }
            throw problem
        }
    }
}
