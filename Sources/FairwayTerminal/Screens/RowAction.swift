import FairwayWire

/// An action that applies to a row of a list. It has a single parameter that each row can supply: its position
/// (`index`), a member of the same name, or the row itself.
struct RowAction: Hashable, Sendable {
    let member: String
    let action: String
    private let parameter: String
    private let source: Source

    private enum Source: Hashable, Sendable {
        case index, member, row
    }

    /// Finds row actions from the schemas. Each list has at most one.
    static func all(
        in viewModel: JSONValue,
        _ actions: [String],
        _ types: [String: FormFieldType]
    ) -> [RowAction] {
        let lists = (viewModel.object?.members ?? []).compactMap { name, value in
            name == "buttons" ? nil : value.array.map { (name: name, rows: $0) }
        }
        var found: [RowAction] = []
        for action in actions {
            guard let members = types[action]?.members, members.count == 1 else { continue }
            for list in lists where !list.rows.isEmpty && !found.contains(where: { $0.member == list.name }) {
                guard let source = source(members[0], list.rows, isOnlyList: lists.count == 1) else { continue }
                found.append(RowAction(member: list.name, action: action, parameter: members[0].name, source: source))
                break
            }
        }
        return found
    }

    func parameters(of row: JSONValue, at index: Int) -> JSONValue {
        let value: JSONValue? =
            switch source {
            case .index: .number(JSONNumber(index))
            case .member: row[parameter]
            case .row: row
            }
        return .object(JSONObject([(parameter, value ?? .null)]))
    }

    private static func source(_ member: FormFieldType.Member, _ rows: [JSONValue], isOnlyList: Bool) -> Source? {
        switch member.type.kind {
        case .number(isWhole: true, _, _):
            return ["index", "row", "position"].contains(member.name.lowercased()) ? .index : nil
        case .text, .choice:
            if rows.allSatisfy({ $0[member.name]?.string != nil }) { return .member }
            // Rows that are strings have no member to match, so the list must be the only one.
            return isOnlyList && rows.allSatisfy { $0.string != nil } ? .row : nil
        default: return nil
        }
    }
}

enum ValueText {
    /// The members that serve as a row's headline and caption.
    private static let headlines = ["title", "name", "label", "text", "key"]
    private static let captions = ["about", "subtitle", "detail", "description", "message"]
    private static let mostCharacters = 4_000

    static func text(_ value: JSONValue) -> String {
        switch value {
        case .null: "–"
        case .bool(let truth): truth ? "Yes" : "No"
        case .number(let number): number.text
        case .string(let text): text.isEmpty ? "–" : text
        case .array(let items) where items.isEmpty: "–"
        case .array(let items) where items.allSatisfy { $0.array == nil && $0.object == nil }:
            items.map(text).joined(separator: ", ")
        case .array, .object: (try? RawJSON(encoding: value).description) ?? ""
        }
    }

    /// A row of a list: headline, caption, and the other members with their names.
    static func row(_ row: JSONValue) -> String {
        guard let members = row.object?.members else { return text(row) }
        func first(of names: [String]) -> String? {
            names.first { row[$0]?.string?.isEmpty == false }
        }
        let (headline, caption) = (first(of: headlines), first(of: captions))
        let rest = members.filter { name, value in
            // Hide keys and ids if there is a headline.
            let isKey = headline != nil && ["key", "id"].contains(name)
            return !value.isNull && name != headline && name != caption && !isKey
        }
        let said = [headline, caption].compactMap { $0.flatMap { row[$0]?.string } }
        return (said + rest.map { "\(DisplayNames.name($0.name)): \(text($0.value))" }).joined(separator: " · ")
    }

    static func shortened(_ text: String) -> String {
        let shown = text.prefix(mostCharacters)
        return shown.endIndex == text.endIndex ? text : "\(shown)… (and more)"
    }
}
