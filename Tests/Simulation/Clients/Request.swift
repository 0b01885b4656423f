import Fairway

/// A request as a client remembers it, to be sent as often as it takes.
struct Request: Sendable {
    var number: Int
    var session: String
    var credential: Caller.Credential
    var change: Change
    var revisions: Set<Int>?
    var key: String?

    var caller: Caller { Caller(credential) }

    var guards: Guards {
        Guards(revisions: revisions, key: key.map { RequestKey($0, fingerprint: "\(number)") })
    }

    /// Whether the number is among the parameters, so that the journal tells how often it was done.
    var isNumbered: Bool {
        switch change {
        case .action, .signal: true
        default: false
        }
    }
}
