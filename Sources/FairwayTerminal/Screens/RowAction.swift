import FairwayWire

/// The action that choosing a row of a list means: one with a single parameter that every row can answer, by its place
/// (`index`), by a member of the same name, or by being it.
struct RowAction: Hashable, Sendable {
    /// The list, as a member of the view model.
    let member: String
    let action: String
    private let parameter: String
    private let answer: Answer

    private enum Answer: Hashable, Sendable {
        case place, member, itself
    }

    /// Finds them from schemas alone, a list at most one.
    static func all(
        in viewModel: JSONValue,
        _ actions: [String],
        _ types: [String: ParameterType]
    ) -> [RowAction] {
        let lists = (viewModel.object?.members ?? []).compactMap { name, value in
            name == "buttons" ? nil : value.array.map { (name: name, rows: $0) }
        }
        var found: [RowAction] = []
        for action in actions {
            guard let members = types[action]?.members, members.count == 1 else { continue }
            for list in lists where !list.rows.isEmpty && !found.contains(where: { $0.member == list.name }) {
                guard let answer = answer(members[0], list.rows, isOnlyList: lists.count == 1) else { continue }
                found.append(RowAction(member: list.name, action: action, parameter: members[0].name, answer: answer))
                break
            }
        }
        return found
    }

    /// What is sent for a row.
    func parameters(of row: JSONValue, at index: Int) -> JSONValue {
        let value: JSONValue? =
            switch answer {
            case .place: .number(JSONNumber(index))
            case .member: row[parameter]
            case .itself: row
            }
        return .object(JSONObject([(parameter, value ?? .null)]))
    }

    private static func answer(_ member: ParameterType.Member, _ rows: [JSONValue], isOnlyList: Bool) -> Answer? {
        switch member.type.kind {
        case .number(isWhole: true, _, _):
            return ["index", "row", "position"].contains(member.name.lowercased()) ? .place : nil
        case .text, .choice:
            if rows.allSatisfy({ $0[member.name]?.string != nil }) { return .member }
            // Bare texts have no name to tell them by, so there must be no doubt which list is meant.
            return isOnlyList && rows.allSatisfy { $0.string != nil } ? .itself : nil
        default: return nil
        }
    }
}
