import FairwayWire

/// What the journal says of a change: what it was about, not what came of it.
struct Note: Sendable {
    var flow: String?
    var screen: String?
    var name: String?
    /// With sensitive values masked.
    var params: RawJSON?
}
