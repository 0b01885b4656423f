import FairwayWire

/// The difference between two texts. Removed lines start with a minus and new lines with a plus. Two unchanged lines of
/// context are shown on both sides.
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

    /// Every line of both texts, merged in order.
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

extension JSONValue {
    /// The value as text, with a line for each member and element. A changed member thus changes one line.
    var lines: [String] { lines(indentedBy: "") }

    private func lines(indentedBy indent: String) -> [String] {
        switch self {
        case .array(let elements) where !elements.isEmpty:
            let inner = elements.map { $0.lines(indentedBy: indent + "  ") }
            return [indent + "["] + Self.joined(inner) + [indent + "]"]
        case .object(let object) where !object.members.isEmpty:
            let inner = object.members.map { member in
                var lines = member.value.lines(indentedBy: indent + "  ")
                let name = JSONValue.string(member.name).text
                lines[0] = indent + "  \(name): " + lines[0].dropFirst(indent.count + 2)
                return lines
            }
            return [indent + "{"] + Self.joined(inner) + [indent + "}"]
        default:
            return [indent + text]
        }
    }

    private var text: String { (try? RawJSON(encoding: self).description) ?? "" }

    private static func joined(_ parts: [[String]]) -> [String] {
        parts.enumerated().flatMap { index, lines in
            guard index < parts.count - 1, let last = lines.last else { return lines }
            return lines.dropLast() + [last + ","]
        }
    }
}
