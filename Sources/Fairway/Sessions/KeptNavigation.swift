import FairwayWire

/// A session's navigation, and as it is written: most changes leave it as it is, however many screens there are.
///
/// A class, since documents of many sessions share it.
final class KeptNavigation: Sendable {
    let value: Navigation?
    /// Nil where there is none.
    let json: RawJSON?

    init(_ value: Navigation?) {
        self.value = value
        json = value?.json
    }

    /// There is none: the session is over.
    static let nothing = KeptNavigation(nil)
}
