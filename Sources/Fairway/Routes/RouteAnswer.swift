/// What a handler had to say beside what it asked the navigator for.
enum RouteAnswer: Sendable {
    case nothing
    case back(BackAnswer)
    case link(LinkAnswer)
}
