/// The key under which a route is looked up: its kind and the type that it handles.
struct RouteKey: Hashable, Sendable {
    var kind: Kind
    var subject: ObjectIdentifier?

    enum Kind: Hashable, Sendable {
        case action, shows, back, appear, disappear
        case finish, finishInSlot, dismiss, dismissInSlot
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

/// The type that a route handles. Used to validate the app and to decode stored names.
enum RouteSubject: Sendable {
    case screen(any Screen.Type)
    case flow(any FlowController.Type)
    case event(any Event.Type)
    case signal(any Signal.Type)
    case job(any Job.Type)
    case link

    var type: Any.Type? {
        switch self {
        case .screen(let type): type
        case .flow(let type): type
        case .event(let type): type
        case .signal(let type): type
        case .job(let type): type
        case .link: nil
        }
    }

    var name: String {
        switch self {
        case .screen(let type): type.name
        case .flow(let type): type.name
        case .event(let type): type.name
        case .signal(let type): type.name
        case .job(let type): type.name
        case .link: "link"
        }
    }
}
