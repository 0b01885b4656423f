public import FairwayWire

/// How a session is to start.
public struct StartRequest: Sendable {
    /// The root flow; nil for the app's initial flow.
    public var flow: String?
    /// The root flow's stored properties.
    public var input: RawJSON?
    /// A deep link to open on the initial flow.
    public var link: String?
    /// What the client says of itself.
    public var device: Device

    /// A start with nothing but what is given.
    public init(flow: String? = nil, input: RawJSON? = nil, link: String? = nil, device: Device = Device()) {
        self.flow = flow
        self.input = input
        self.link = link
        self.device = device
    }
}
