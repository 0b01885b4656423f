#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One active flow controller with the screens it shows.
struct Node: Sendable {
    let id: NodeID
    let parent: NodeID?
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
    let startedAt: Date
    var touchedAt: Date

    /// How a flow's first content comes to be in front.
    enum Entry: Hashable, Sendable {
        case style(Style)
        /// In the place of another flow's whole content, of which only this flow is left.
        case root(of: NodeID)
        /// In the place of another flow, which leaves.
        case replacing(NodeID)
        /// As the first screen of an empty container: a tab, a half of a split view.
        case filling(ContainerID)
    }
}
