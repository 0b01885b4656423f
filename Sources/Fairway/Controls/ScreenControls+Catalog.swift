import FairwayWire

extension ScreenControls {
    /// The controls in the catalog of a language.
    func entries(in language: Language) -> [Catalog.Control] {
        controls.map { action, declaration in
            let fields = forms[action]?.fields.filter { $0.declaration != nil } ?? []
            return Catalog.Control(
                action: action,
                label: language.string(declaration.label),
                role: declaration.role.rawValue,
                confirm: declaration.confirm.map(language.string),
                decline: declaration.decline.map(language.string),
                row: Self.row(of: fields),
                fields: fields.compactMap { $0.entry(in: language) }
            )
        }
    }

    private static func row(of fields: [ActionField]) -> Catalog.Row? {
        let rows = fields.compactMap { field in field.declaration?.row.map { (name: field.name, source: $0) } }
        guard let list = rows.first?.source.list else { return nil }
        let params = rows.map { name, source in
            (name, source.value.map { Catalog.RowParameter.value($0.pointer) } ?? .index)
        }
        return Catalog.Row(list: list.pointer, params: Dictionary(params) { first, _ in first })
    }
}

extension ActionField {
    /// The field in the catalog. Nil for a parameter that comes from a row.
    fileprivate func entry(in language: Language) -> Catalog.Field? {
        guard let declaration, declaration.row == nil else { return nil }
        return Catalog.Field(
            name: name,
            label: language.string(declaration.label),
            hint: declaration.hint.map(language.string),
            placeholder: rules.placeholder.map(language.string),
            format: format.rawValue,
            unit: rules.unit.map(language.string),
            required: isRequired,
            options: options(in: language),
            messages: messages(in: language)
        )
    }

    private func messages(in language: Language) -> [String: String]? {
        guard !rules.messages.isEmpty else { return nil }
        return Dictionary(uniqueKeysWithValues: rules.messages.map { ($0.rawValue, language.string($1)) })
    }

    private func options(in language: Language) -> Catalog.Options? {
        switch rules.options {
        case .values(let values):
            .values(values.map { Catalog.Option(value: .string($0.value), label: language.string($0.label)) })
        case .list(let list):
            .list(list.list.pointer, value: list.value.pointer, label: list.label.pointer)
        case nil:
            // An enum that has no labels.
            if case .constants(let values) = kind {
                .values(values.map { Catalog.Option(value: $0, label: $0.string ?? RawJSON.text($0)) })
            } else {
                nil
            }
        }
    }
}

extension PropertyPath {
    /// The JSON Pointer (RFC 6901). Names of Swift properties need no escapes.
    fileprivate var pointer: String { (names ?? []).map { "/" + $0 }.joined() }
}

extension RawJSON {
    fileprivate static func text(_ value: JSONValue) -> String {
        (try? RawJSON(encoding: value))?.description ?? ""
    }
}
