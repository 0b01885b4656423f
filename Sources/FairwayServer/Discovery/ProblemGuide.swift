import FairwayHTTP
import FairwayWire

/// What there is to know of a code beyond its title.
struct ProblemGuide: Sendable {
    /// What leads to it.
    let when: String
    /// What a client does about it.
    let remedy: String

    init(_ when: String, _ remedy: String) {
        self.when = when
        self.remedy = remedy
    }
}
