public import FairwayWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a view model may be computed from beside the screen itself.
public struct ScreenContext: Sendable {
    /// The session's id.
    public let session: String
    /// What the client said of itself.
    public let device: Device
    /// The moment of the change.
    public let now: Date
    /// The app's services.
    public let dependencies: Dependencies
    /// Where an ordered flow stands with this screen in front.
    public let progress: Progress?

    /// The user's language; `en` when the client did not say.
    public var locale: String { device.locale ?? "en" }
}
