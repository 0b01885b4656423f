import FairwayWire

/// A session's state document, which is made once and then only read.
///
/// A class, so that handing it on costs one retain; as a struct within the state, every copy would retain its thirty
/// references.
final class KeptDocument: Sendable {
    let value: StateDocument
    /// Its navigation as it is written, which most changes leave as it is, however many screens there are; nil where
    /// there is none.
    private let navigation: RawJSON?

    /// How many bytes that takes.
    var navigationBytes: Int { navigation?.bytes.count ?? 0 }

    /// - Parameter before: A document with the same navigation.
    init(_ value: consuming StateDocument, navigationOf before: KeptDocument? = nil) {
        navigation = before?.navigation ?? value.navigation?.json
        self.value = value
        assert(before == nil || before?.value.navigation == self.value.navigation, "It is not the same navigation.")
    }

    /// The document's bytes, with what led to it.
    func json(moves: [Move], effects: [EffectDocument]) -> RawJSON {
        value.json(moves: moves, navigation: navigation, effects: effects)
    }
}
