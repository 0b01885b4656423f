import FairwayWire

extension JSONValue {
    /// The value as people read it: a line for each member and element, so that a difference is one line.
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

    /// The value on one line.
    private var text: String { (try? RawJSON(encoding: self).description) ?? "" }

    private static func joined(_ parts: [[String]]) -> [String] {
        parts.enumerated().flatMap { index, lines in
            guard index < parts.count - 1, let last = lines.last else { return lines }
            return lines.dropLast() + [last + ","]
        }
    }
}
