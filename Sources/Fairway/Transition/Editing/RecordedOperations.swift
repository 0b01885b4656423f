/// The operations that the handlers of a change have recorded, and the flows whose handlers run.
///
/// Operations are performed depth-first: those of a started flow precede the remaining ones.
struct RecordedOperations {
    typealias Operation = (request: NavigationRequest, node: NodeID)

    /// The maximum number of operations in a change.
    private let most: Int
    /// The operations of the innermost handler, in order.
    private(set) var recorded: [Operation] = []
    /// The flows with a running handler, innermost last.
    private var running = ShortList<NodeID>()
    /// The flows with pending requests, one element for each request, the next one last. Such a flow may yet show
    /// something.
    private(set) var unfinished: [NodeID] = []
    private var performed = 0

    init(most: Int) { self.most = most }

    mutating func record(_ request: NavigationRequest, by node: NodeID) { recorded.append((request, node)) }

    /// Replaces the screen that a recorded operation shows.
    mutating func replaceScreen(at index: Int, with screen: any Screen) {
        recorded[index].request = recorded[index].request.replacingScreen(with: screen)
    }

    func isRunning(_ flow: NodeID) -> Bool { running.contains(flow) }

    mutating func beginHandler(of flow: NodeID) { running.append(flow) }

    mutating func endHandler() { running.removeLast() }

    /// Takes the operations that have been recorded.
    ///
    /// - Parameter outer: Those of the handler around the one that recorded them.
    mutating func take(restoring outer: [Operation] = []) -> [Operation] {
        defer { recorded = outer }
        return recorded
    }

    /// Marks the flows of operations that will be performed, each after a call of ``beginNext()``.
    mutating func expect(_ operations: [Operation]) {
        for (_, node) in operations.reversed() { unfinished.append(node) }
    }

    /// Begins the next of the expected operations.
    mutating func beginNext() throws(Mistake) {
        unfinished.removeLast()
        performed += 1
        guard performed <= most else {
            throw Mistake("one change led to more than \(most) operations: do two handlers call each other?")
        }
    }
}
