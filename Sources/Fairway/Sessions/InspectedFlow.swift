/// An active flow.
package struct InspectedFlow: Sendable {
    /// The id in the session.
    package let id: String
    /// The name on the wire.
    package let name: String
    /// The number of flows above it.
    package let depth: Int
    /// The flow controller.
    package let value: any FlowController
    /// The ids and values of its screens, in the order in which they were shown.
    package let screens: [(id: String, value: any Screen)]
}
