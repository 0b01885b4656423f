import Fairway

/// A request that a client can repeat.
struct ClientRequest: Sendable {
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

    /// Whether the parameters contain the number. The journal then shows how often the request was performed.
    var isNumbered: Bool {
        switch change {
        case .action, .signal: true
        default: false
        }
    }
}
