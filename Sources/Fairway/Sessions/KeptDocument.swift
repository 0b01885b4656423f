import FairwayWire

/// A session's state document, which is made once and then only read.
///
/// A constant behind a reference is lent to who reads it. One that lies among things that change is copied first, with its
/// thirty references, for nobody can tell that it will not be changed meanwhile.
final class KeptDocument: Sendable {
    let value: StateDocument

    init(_ value: consuming StateDocument) { self.value = value }
}
