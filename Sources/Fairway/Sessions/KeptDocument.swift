import FairwayWire

/// A session's state document, which is made once and then only read.
///
/// A class, so that handing it on costs one retain; as a struct within the state, every copy would retain its thirty
/// references.
final class KeptDocument: Sendable {
    let value: StateDocument
    let navigation: KeptNavigation

    /// How many bytes its navigation takes.
    var navigationBytes: Int { navigation.json?.bytes.count ?? 0 }

    /// - Parameter navigation: What becomes the document's own.
    init(_ value: consuming StateDocument, _ navigation: KeptNavigation = .nothing) {
        self.navigation = navigation
        value.navigation = navigation.value
        self.value = value
    }

    /// The document's bytes, with what led to it.
    func json(moves: [Move], effects: [EffectDocument]) -> RawJSON {
        value.json(moves: moves, navigation: navigation.json, effects: effects)
    }
}
