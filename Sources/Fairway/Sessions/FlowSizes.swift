/// The size in memory of each flow of a session with its screens, by node number. The first flow is stored inline,
/// because most sessions have only one.
struct FlowSizes: Sendable {
    private var first: (node: Int, bytes: Int)?
    private var others: [Int: Int] = [:]

    /// The number of flows.
    var count: Int { (first == nil ? 0 : 1) + others.count }

    /// The size of all flows.
    var total: Int { (first?.bytes ?? 0) + others.values.reduce(0, +) }

    subscript(node: Int) -> Int? {
        get { first?.node == node ? first?.bytes : others[node] }
        set {
            if first?.node == node || first == nil && others.isEmpty {
                first = newValue.map { (node, $0) }
            } else {
                others[node] = newValue
            }
        }
    }
}
