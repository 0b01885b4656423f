import FairwayWire

/// A navigation and its encoding. Most changes leave both as they are.
///
/// A class, because documents of many sessions share it.
final class KeptNavigation: Sendable {
    let value: Navigation?
    /// Nil if there is no navigation.
    let json: RawJSON?

    init(_ value: Navigation?) {
        self.value = value
        json = value?.json
    }

    /// No navigation: the session is over.
    static let nothing = KeptNavigation(nil)
}
