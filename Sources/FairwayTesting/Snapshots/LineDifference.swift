/// The difference between two texts, for people: lines that are gone after a minus, new ones after a plus, and a few
/// around them.
struct LineDifference: CustomStringConvertible {
    let before: [String]
    let after: [String]
    private static let context = 2

    var description: String {
        let marked = self.marked
        let near = Set(
            marked.indices.filter { marked[$0].mark != " " }.flatMap { ($0 - Self.context)...($0 + Self.context) }
        )
        var text: [String] = []
        for index in marked.indices where near.contains(index) {
            if index > 0, !near.contains(index - 1) { text.append("  …") }
            text.append("\(marked[index].mark) \(marked[index].line)")
        }
        return text.joined(separator: "\n")
    }

    /// Every line of both texts once, in an order in which both can be read.
    private var marked: [(mark: Character, line: String)] {
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in after.difference(from: before) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var marked: [(Character, String)] = []
        var (old, new) = (0, 0)
        while old < before.count || new < after.count {
            if removed.contains(old) {
                marked.append(("-", before[old]))
                old += 1
            } else if inserted.contains(new) {
                marked.append(("+", after[new]))
                new += 1
            } else {
                marked.append((" ", before[old]))
                (old, new) = (old + 1, new + 1)
            }
        }
        return marked
    }
}
