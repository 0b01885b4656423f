/// One step of an ordered flow.
public struct Step<F: FlowController>: Sendable {
    let screen: any Screen.Type
    let id: String?
    let keep: Keep
    let isThere: @Sendable (F) -> Bool
    let make: @Sendable (F) throws -> any Screen
}
