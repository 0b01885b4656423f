/// A step once its flow's type is out of sight.
struct ErasedStep: Sendable {
    let screen: any Screen.Type
    let key: StepKey
    let isRetained: Bool
    let isThere: @Sendable (any FlowController) -> Bool
    let make: @Sendable (any FlowController) throws -> any Screen
}
