/// How many bytes each flow of a session takes in memory with its screens, by its node's number.
///
/// Nearly every session has one flow, for which there need be no table.
struct FlowSizes: Sendable {
    private var first: (node: Int, bytes: Int)?
    private var others: [Int: Int] = [:]

    /// How many flows there are.
    var count: Int { (first == nil ? 0 : 1) + others.count }

    /// What all of them have.
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
