public import FairwayWire

/// What a link's code may do: name the flows and screens that lie on one another, or say that there is no such place.
public final class LinkNavigator {
    private(set) var links: [ChainLink] = []
    /// The app's services, for looking up what the link names.
    public let dependencies: Dependencies
    /// What the client said of itself.
    public let device: Device

    init(dependencies: Dependencies, device: Device) {
        self.dependencies = dependencies
        self.device = device
    }

    /// The flows and screens to open, outermost first. A screen belongs to the flow before it; a flow is started by the
    /// one before it.
    public func chain(@ChainBuilder _ chain: () throws -> [ChainLink]) rethrows {
        links += try chain()
    }

    /// There is nothing at that link: `no-such-link`.
    public func notFound(_ reason: String) throws -> Never {
        throw Problem(.noSuchLink, reason)
    }
}
