import FairwayWire

/// How a session ends.
struct Ending: Sendable {
    var outcome: SessionOutcome
    var result: RawJSON?
}
