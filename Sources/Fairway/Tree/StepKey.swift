/// Which step of an ordered flow: the screen's name, and the id that tells two steps of one screen apart.
struct StepKey: Hashable, Sendable {
    var screen: String
    var id: String?
}
