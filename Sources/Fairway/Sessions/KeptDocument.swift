import FairwayWire

/// A session's state document, created once per revision.
///
/// A class, so that passing it on costs one retain. As a struct, each copy of the state would retain its thirty
/// references.
final class KeptDocument: Sendable {
    let value: StateDocument
    let navigation: KeptNavigation

    /// The size of the encoded navigation.
    var navigationBytes: Int { navigation.json?.bytes.count ?? 0 }

    /// - Parameter navigation: Replaces the navigation of the document.
    init(_ value: consuming StateDocument, _ navigation: KeptNavigation = .nothing) {
        self.navigation = navigation
        value.navigation = navigation.value
        self.value = value
    }

    /// The encoded document, with the given moves and effects.
    func json(moves: [Move], effects: [EffectDocument]) -> RawJSON {
        value.json(moves: moves, navigation: navigation.json, effects: effects)
    }
}
