import FairwayWire

/// A screen that a flow has shown and that has not left.
struct ShownScreen: Sendable {
    let id: ScreenID
    let type: ScreenType
    var value: any Screen
    /// The value as it was encoded last; nil while that is not known.
    var encoded: RawJSON?
    /// The step of an ordered flow that made it.
    var step: StepKey?
    /// Whether its stored properties are kept when it leaves.
    var isRetained = false
    /// Whether going back cannot cross it.
    var isBarrier = false
}
