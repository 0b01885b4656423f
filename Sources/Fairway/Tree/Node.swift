import FairwayWire
import Foundation

/// An active flow controller and the screens that it shows.
///
/// The content is a copy-on-write reference, because every change copies the session's list of nodes. An inline content
/// would cost about twelve retains for each node of that copy.
@dynamicMemberLookup
struct Node: Sendable {
    let id: NodeID
    let parent: NodeID?
    private var content: Shared<Content>

    /// The node's data. It includes the type, because copying a node should retain one reference only.
    struct Content: Sendable {
        let type: FlowType
        /// The slot in which the parent started the flow.
        var slot: FlowSlot?
        var state: any FlowController
        /// A hash of the state that this process has stored last. Nil if the state is small.
        var storedStateHash: Int?
        /// How many handlers this process has run on the flow. A derived screen that was made at another count is out
        /// of date.
        var writes = 0
        /// Oldest first, so their ids increase.
        var screens: [ShownScreen] = []
        var retained: [RetainedScreen] = []
        /// How the flow's first content will be presented. Nil once it has shown something.
        var entry: FirstPresentation?
        /// The container of the flow's first screen.
        var home: ContainerID?
        /// Whether another flow has replaced the flow's content. Going back then cannot cross that point.
        var hasReplacedRoot = false
        var startedAt: Date
        var touchedAt: Date
        /// The names from the root, such as `Main/Tutorial`. Set on insertion, like the depth.
        var path = ""
        var depth = 0
    }

    init(id: NodeID, parent: NodeID?, _ content: Content) {
        self.id = id
        self.parent = parent
        self.content = Shared(content)
    }

    var type: FlowType { content.value.type }

    subscript<Value>(dynamicMember property: WritableKeyPath<Content, Value>) -> Value {
        _read { yield content[dynamicMember: property] }
        _modify { yield &content[dynamicMember: property] }
    }

    /// The index of a screen in ``Content/screens``.
    func index(of screen: ScreenID) -> Int? {
        let screens = content.value.screens
        return screen.index(in: screens.indices) { screens[$0].id }
    }

    /// How a flow's first content is presented.
    enum FirstPresentation: Hashable, Sendable {
        case style(Style)
        /// Replaces the entire content of the flow.
        case root(of: NodeID)
        /// Replaces another flow, which is removed. If it was removed earlier, the style applies.
        case replacing(NodeID, or: Style)
        /// Fills an empty container: a tab or a pane.
        case filling(ContainerID)
    }
}

/// A screen that a flow shows.
struct ShownScreen: Sendable {
    let id: ScreenID
    let type: ScreenType
    /// Nil only for a derived screen that this build cannot read and has not made again yet.
    var value: (any Screen)?
    /// The encoded value, or nil if the value has changed since.
    var encoded: Encoded?
    /// The origin of a derived screen. Nil for a screen that has always had state of its own.
    var derivation: Derivation?
    /// The ordered flow's step that created the screen.
    var step: StepKey?
    /// Whether the stored properties are kept when the screen is removed.
    var isRetained = false
    /// Whether going back must not cross the screen.
    var isBarrier = false

    /// A value encoded as JSON.
    struct Encoded: Hashable, Sendable {
        var json: RawJSON
        /// The screen's version in the build that encoded it. If it differs from this build's, the screen is stored and
        /// shown unchanged until a change encodes it again, because the client may support the old version only.
        var version: Int
        /// The title when it was encoded. Kept with the value, so that a new build does not change a revision's
        /// document.
        var title: String?
    }

    /// Whether the screen follows the state of a flow. If not, it has state of its own.
    var isDerived: Bool { derivation?.isDeclared ?? false }

    /// Whether the screen was encoded by a build with another version or another title of it, or for another language.
    func isOutdated(in language: Language) -> Bool {
        guard let encoded else { return false }
        let hasOtherTitle = encoded.title != type.title.map(language.string)
        // A derived screen is made again in this build's version when it is out of date.
        return hasOtherTitle || (!isDerived && encoded.version != type.version)
    }

    /// The version that is stored and shown.
    var encodedVersion: Int { encoded?.version ?? type.version }

    /// The title that is stored and shown. Nil before the screen is encoded.
    var title: String? { encoded?.title }

    /// The JSON that is stored and shown.
    func json() throws -> RawJSON { try encoded?.json ?? encodedValue() }

    /// Whether ``encode(in:)`` would change the screen.
    func needsEncoding(in language: Language) -> Bool {
        if case .none = encoded { true } else { isOutdated(in: language) }
    }

    /// Encodes the value, unless it is already encoded in this build's version and with its title in the language.
    mutating func encode(in language: Language) throws {
        let title = type.title.map(language.string)
        if isDerived, encoded != nil {
            encoded?.title = title
        } else if encoded?.version != type.version || encoded?.title != title {
            encoded = Encoded(json: try encodedValue(), version: type.version, title: title)
        }
    }

    private func encodedValue() throws -> RawJSON {
        guard let value else { throw Mistake("a derived screen \(type.name) was not made before it was encoded") }
        return try type.encode(value)
    }
}

/// The origin of a derived screen.
struct Derivation: Sendable {
    /// The parameter of a screen that is declared with `for:`.
    var parameter: RawJSON?
    /// The declaring flow's ``Node/Content/writes`` from which the screen was made. Nil if another process made it.
    var madeFrom: Int?
    /// Whether a flow of this build declares the screen. If not, the screen has state of its own, and the origin is kept
    /// for a build that declares it.
    var isDeclared = true
}

/// The stored properties of a removed screen. They are kept until its flow ends, in case its step is shown again.
struct RetainedScreen: Sendable {
    let type: ScreenType
    var value: any Screen
    var step: StepKey
}
