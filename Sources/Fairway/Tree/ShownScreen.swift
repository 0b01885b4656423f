import FairwayWire

/// A screen that a flow has shown and that has not left.
struct ShownScreen: Sendable {
    let id: ScreenID
    let type: ScreenType
    var value: any Screen
    /// The value as it was encoded last; nil while that is not known.
    var encoded: Encoded?
    /// The step of an ordered flow that made it.
    var step: StepKey?
    /// Whether its stored properties are kept when it leaves.
    var isRetained = false
    /// Whether going back cannot cross it.
    var isBarrier = false

    /// A value as JSON, by the build that encoded it.
    struct Encoded: Sendable {
        var json: RawJSON
        /// The screen's version in that build. While it is another than this build's, the screen is stored and shown as it
        /// was: a client that draws only the old version may be there still.
        var version: Int
    }

    /// Whether it stands as a build with another version of it has left it.
    var isOutdated: Bool { encoded.map { $0.version != type.version } ?? false }

    /// The version in which it is stored and shown.
    var encodedVersion: Int { encoded?.version ?? type.version }

    /// As it is stored and shown, in that version.
    func json() throws -> RawJSON { try encoded?.json ?? RawJSON(encoding: value) }

    /// Encodes the value, unless this build has done so.
    mutating func encode() throws {
        guard encoded?.version != type.version else { return }
        encoded = Encoded(json: try RawJSON(encoding: value), version: type.version)
    }
}
