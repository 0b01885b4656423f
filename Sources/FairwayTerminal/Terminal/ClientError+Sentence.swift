import FairwayClient
import FairwayWire
import Foundation

extension ClientError {
    /// What to tell the user.
    var sentence: String {
        switch self {
        case .problem(let problem, _):
            let available = problem.members["available"]?.array?.compactMap(\.string) ?? []
            let said = problem.detail ?? problem.code.title
            return available.isEmpty ? said : "\(said) There are: \(available.joined(separator: ", "))."
        case .network(let error): return "The server cannot be reached: \(error.localizedDescription)"
        case .unexpected(let status, _):
            return "What answers is no Fairway server (status \(status)): look at --server."
        case .unsendable(let reason): return reason
        }
    }
}
