import FairwayClient
import FairwayWire

/// The actions that are drawn on the rows of a list.
struct RowActions {
    /// The controls that the app declares for rows, in display order.
    private var declared: [ScreenForm] = []
    /// For a screen without controls: an action with a single parameter that each row can supply, by list.
    private var derived: [String: Derived] = [:]

    private struct Derived {
        let form: ScreenForm
        let parameter: String
        let source: Source
    }

    private enum Source {
        case index, member, row
    }

    init(_ forms: [ScreenForm], in viewModel: JSONValue) {
        declared = forms.filter { $0.rows != nil }
        let lists = (viewModel.object?.members ?? []).compactMap { name, value in
            name == "buttons" ? nil : value.array.map { (name: name, rows: $0) }
        }
        for form in forms where !form.isDeclared && form.fields.count == 1 {
            for list in lists where !list.rows.isEmpty && derived["/" + list.name] == nil {
                guard let source = Self.source(form.fields[0], list.rows, isOnlyList: lists.count == 1) else {
                    continue
                }
                derived["/" + list.name] = Derived(form: form, parameter: form.fields[0].name, source: source)
                break
            }
        }
    }

    /// The names of the actions that are drawn on rows.
    var actions: Set<String> { Set(declared.map(\.action) + derived.values.map(\.form.action)) }

    /// The choices on a row.
    ///
    /// - Parameters:
    ///   - list: The list, as a JSON Pointer into the view model.
    ///   - element: The row.
    ///   - index: The row's index.
    func choices(on list: String, _ element: JSONValue, _ index: Int) -> [NumberedAction] {
        var choices: [NumberedAction] = []
        for form in declared where form.list == list {
            if let rows = form.rows, rows.indices.contains(index) {
                choices.append(NumberedAction(form: form, row: rows[index]))
            }
        }
        guard let action = derived[list] else { return choices }
        let value: JSONValue? =
            switch action.source {
            case .index: .number(JSONNumber(index))
            case .member: element[action.parameter]
            case .row: element
            }
        let params = JSONObject([(action.parameter, value ?? .null)])
        return choices + [NumberedAction(form: action.form, row: ScreenForm.Row(index: index, params: params))]
    }

    private static func source(_ field: ScreenForm.Field, _ rows: [JSONValue], isOnlyList: Bool) -> Source? {
        guard field.path.count == 1 else { return nil }
        switch field.type.kind {
        case .integer:
            return ["index", "row", "position"].contains(field.name.lowercased()) ? .index : nil
        case .text, .constants:
            if rows.allSatisfy({ $0[field.name]?.string != nil }) { return .member }
            // Rows that are strings have no member to match, so the list must be the only one.
            return isOnlyList && rows.allSatisfy { $0.string != nil } ? .row : nil
        default: return nil
        }
    }
}
