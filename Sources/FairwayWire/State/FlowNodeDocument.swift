/// An active flow controller with those it started, as an operator sees it.
public struct FlowNodeDocument: Codable, Hashable, Sendable {
    /// Its id in the session.
    public var id: String
    /// The name clients know it by.
    public var flow: String
    /// The version under which its state is written.
    public var version: Int
    /// Its stored properties, sensitive values masked.
    public var state: RawJSON
    /// The screens it shows, in the order in which they were shown.
    public var screens: [ScreenReference]
    /// The flows it started.
    public var children: [FlowNodeDocument]

    /// A flow with everything below it.
    public init(
        id: String,
        flow: String,
        version: Int,
        state: RawJSON,
        screens: [ScreenReference],
        children: [FlowNodeDocument]
    ) {
        self.id = id
        self.flow = flow
        self.version = version
        self.state = state
        self.screens = screens
        self.children = children
    }
}
