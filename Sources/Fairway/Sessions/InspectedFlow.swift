/// One active flow.
package struct InspectedFlow: Sendable {
    /// Its id in the session.
    package let id: String
    /// The name clients know it by.
    package let name: String
    /// How many flows lie above it.
    package let depth: Int
    /// The flow itself.
    package let value: any FlowController
    /// The ids and values of the screens it shows, in the order in which they were shown.
    package let screens: [(id: String, value: any Screen)]
}
