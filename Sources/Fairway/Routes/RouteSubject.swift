/// The type a route is about, for the checks at start and for reading stored names back.
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

    /// The name people know it by.
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
