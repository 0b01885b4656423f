#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One active flow controller with the screens it shows: a value that is shared until it is changed.
///
/// A change copies the list of a session's nodes. Kept inline, each of them would cost that copy a dozen retains; behind
/// a reference it costs one, so that an action in a tree of fifty flows costs little more than in a tree of one.
@dynamicMemberLookup
struct Node: Sendable {
    let id: NodeID
    let parent: NodeID?
    private var content: Shared<Content>

    /// What a change may touch; and its type, which stays, so that copying a list of nodes counts one reference for each.
    struct Content: Sendable {
        let type: FlowType
        /// The place it was started in, where the author named one.
        var slot: String?
        var state: any FlowController
        /// In the order in which they were shown.
        var screens: [ShownScreen] = []
        var retained: [RetainedScreen] = []
        /// How what it shows first comes to be in front; nil once it has shown something.
        var entry: Entry?
        /// The container in which its first screen was put.
        var home: ContainerID?
        /// Whether its content was replaced as a whole by another flow's: nothing before that can be gone back to.
        var hasReplacedRoot = false
        var startedAt: Date
        var touchedAt: Date
        /// The names from the root to it, `Main/Tutorial`, and how many flows lie above it: known once it is in a tree.
        var path = ""
        var depth = 0
    }

    init(id: NodeID, parent: NodeID?, _ content: Content) {
        self.id = id
        self.parent = parent
        self.content = Shared(content)
    }

    /// What it is a value of.
    var type: FlowType { content.value.type }

    subscript<Value>(dynamicMember property: WritableKeyPath<Content, Value>) -> Value {
        @inline(__always) _read { yield content[dynamicMember: property] }
        @inline(__always) _modify { yield &content[dynamicMember: property] }
    }

    /// How a flow's first content comes to be in front.
    enum Entry: Hashable, Sendable {
        case style(Style)
        /// In the place of another flow's whole content, of which only this flow is left.
        case root(of: NodeID)
        /// In the place of another flow, which leaves; where it has left before, in this style.
        case replacing(NodeID, or: Style)
        /// As the first screen of an empty container: a tab, a half of a split view.
        case filling(ContainerID)
    }
}
