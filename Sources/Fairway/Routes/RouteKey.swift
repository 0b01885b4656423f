/// What a route answers to. Built without author code, so that looking one up costs a hash and nothing more.
struct RouteKey: Hashable, Sendable {
    var kind: Kind
    var subject: ObjectIdentifier?

    enum Kind: Hashable, Sendable {
        case action, viewModel, back, appear, disappear
        case finish, dismiss
        case event, signal, completion, failure
        case link
        case declared
    }

    init(_ kind: Kind, role: ObjectIdentifier) {
        self.kind = kind
        self.subject = role
    }

    init(_ kind: Kind, _ subject: Any.Type? = nil) {
        self.kind = kind
        self.subject = subject.map(ObjectIdentifier.init)
    }
}
