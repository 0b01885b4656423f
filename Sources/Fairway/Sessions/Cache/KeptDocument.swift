import FairwayWire

/// A session's state document, created once per revision.
///
/// A class: passing it on costs one retain. As a struct, each copy of the state would retain its thirty references.
final class KeptDocument: Sendable {
    let value: StateDocument
    let navigation: KeptNavigation

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

/// A navigation and its encoding. Most changes leave both as they are.
///
/// A class, because documents of many sessions share it.
final class KeptNavigation: Sendable {
    let value: Navigation?
    let json: RawJSON?

    init(_ value: Navigation?) {
        self.value = value
        json = value?.json
    }

    /// No navigation: the session is over.
    static let nothing = KeptNavigation(nil)
}
