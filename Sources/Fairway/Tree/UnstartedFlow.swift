import FairwayWire

/// A flow that a tab will start when it is selected for the first time.
struct UnstartedFlow: Hashable, Sendable {
    var flow: String
    var version: Int
    var state: RawJSON
}
