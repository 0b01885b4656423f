/// What there is to say of a route to those who call it: the OpenAPI document is made from these, and from the routes that
/// carry them.
struct Operation: Sendable {
    /// What the call does, in a sentence.
    var summary: String
    /// Who may make it.
    var access = Access.open
    /// Under which heading it stands.
    var tag: String

    /// Who may make a call.
    enum Access: Sendable {
        /// Anybody.
        case open
        /// Who bears the session's token.
        case session
        /// Who bears the operator's token.
        case `operator`
    }

    init(_ summary: String, _ tag: String, _ access: Access = .open) {
        self.summary = summary
        self.tag = tag
        self.access = access
    }
}
