public import FairwayWire

/// A control of a screen, resolved against the screen's view model: what an app draws, and what it sends.
///
/// ```swift
/// for form in ScreenForm.all(of: screen, in: catalog) {
///     // A button named `form.label`, after an input for each of `form.fields`.
///     let params = form.params(["name": "Ada", "age": 36])
///     guard form.errors(in: params).isEmpty else { continue }
///     try await session.send(form.action, params, on: form.screen)
/// }
/// ```
///
/// An action without a control has a form as well, derived from its JSON Schema. A form has no text for the user apart
/// from that of the catalog, so it is in the catalog's language.
public struct ScreenForm: Hashable, Sendable {
    /// The id of the screen.
    public let screen: String
    /// The name of the action.
    public let action: String
    /// The text of the button.
    public let label: String
    /// The importance of the action.
    public let role: Role
    /// A question to ask before the action is sent.
    public let confirm: String?
    /// The answer that does not send it; nil if the client has a word of its own.
    public let decline: String?
    /// The inputs in display order.
    public let fields: [Field]
    /// The rows on which to draw the control; nil if it is drawn once. Send the parameters of the chosen row.
    public let rows: [Row]?
    /// The list of the rows, as a JSON Pointer into the view model.
    public let list: String?
    /// Whether the app declares a control for the action.
    package let isDeclared: Bool
    /// The lists of the view model that have the options of fields, as JSON Pointers.
    package let optionLists: [String]
    /// The parameters that a row provides.
    private let rowFields: [Field]

    /// The importance of an action.
    public enum Role: String, Hashable, Sendable {
        /// The action that the user most likely wants.
        case primary
        /// Any other action.
        case normal
        /// An action that deletes something or cannot be undone.
        case destructive
        /// The action that leaves the screen without a change.
        case cancel
    }

    /// A row on which a control is drawn.
    public struct Row: Hashable, Sendable {
        /// The index of the row in its list.
        public let index: Int
        /// The parameters that the row provides, by name.
        public let params: JSONObject

        package init(index: Int, params: JSONObject) {
            self.index = index
            self.params = params
        }
    }

    /// The forms of a screen in display order: first those of controls, then the other actions.
    ///
    /// ```swift
    /// let forms = ScreenForm.all(of: screen, in: try await app.catalog())
    /// ```
    public static func all(of screen: ScreenDocument, in catalog: Catalog) -> [ScreenForm] {
        let entry = catalog.screen(of: screen)
        let viewModel = value(of: screen.viewModel)
        let known = [screen.draft.map(value), viewModel].compactMap(\.self)
        let declared = (entry?.controls ?? []).filter { screen.actions.contains($0.action) }
        let buttons = (viewModel["buttons"]?.array ?? []).compactMap { Catalog.Control(button: $0) }
            .filter { button in
                screen.actions.contains(button.action) && !declared.contains { $0.action == button.action }
            }
        let named = Set((declared + buttons).map(\.action))
        let rest = screen.actions.filter { !named.contains($0) }.map { action in
            Catalog.Control(action: action, label: DisplayNames.action(action))
        }
        return (declared.map { ($0, true) } + (buttons + rest).map { ($0, false) }).map { control, isDeclared in
            let schema = entry?.actions[control.action] ?? [:]
            return ScreenForm(control, of: screen.id, isDeclared, ValueType(schema: schema), viewModel, known)
        }
    }

    private static func value(of json: RawJSON) -> JSONValue {
        (try? JSON.decode(JSONValue.self, from: json.bytes)) ?? .null
    }

    private init(
        _ control: Catalog.Control,
        of screen: String,
        _ isDeclared: Bool,
        _ type: ValueType,
        _ viewModel: JSONValue,
        _ known: [JSONValue]
    ) {
        self.screen = screen
        self.isDeclared = isDeclared
        action = control.action
        label = control.label
        role = Role(rawValue: control.role) ?? .normal
        confirm = control.confirm
        decline = control.decline
        list = control.row?.list
        optionLists = control.fields.compactMap { field in
            if case .list(let list, _, _)? = field.options { list } else { nil }
        }
        let elements = control.row.map { viewModel.at($0.list).array ?? [] }
        let sources = control.row?.params ?? [:]
        rows = elements?.enumerated().map { index, element in
            let params = sources.sorted { $0.key < $1.key }.map { ($0.key, $0.value.value(element, index)) }
            return Row(index: index, params: JSONObject(params))
        }
        let all = Field.all(of: type, control.fields, viewModel, known)
        fields = all.filter { sources[$0.name] == nil }
        rowFields = all.compactMap { field in
            sources[field.name].map { field.choosing(from: elements ?? [], $0) }
        }
    }

    /// The parameters to send.
    ///
    /// ```swift
    /// let params = form.params(["name": "Ada", "address/street": "St James's Square"])
    /// ```
    ///
    /// - Parameters:
    ///   - values: The values of the fields by name. A field that is left empty is absent.
    ///   - row: The row on which the user chose the control.
    /// - Returns: Nil if the action has no parameters.
    public func params(_ values: [String: JSONValue], row: Row? = nil) -> JSONValue? {
        guard !fields.isEmpty || !rowFields.isEmpty || row != nil else { return nil }
        var params = JSONValue.object(row?.params ?? [:])
        for field in fields {
            if let value = values[field.name], !value.isNull { params.set(value, at: field.path[...]) }
        }
        return params
    }

    /// The draft of the screen after the user has edited this form. Secrets are left out. Members of other forms on the
    /// screen are kept.
    ///
    /// ```swift
    /// try await session.keep(draft: form.draft(values, over: draft), on: form.screen)
    /// ```
    ///
    /// - Parameters:
    ///   - values: The values of the fields by name.
    ///   - draft: The present draft of the screen.
    public func draft(_ values: [String: JSONValue], over draft: JSONValue?) -> JSONValue {
        var draft = draft?.object ?? [:]
        for field in fields { if let name = field.path.first { draft[name] = nil } }
        let secrets = Set(fields.filter(\.isSecret).map(\.name))
        let entered = params(values.filter { !secrets.contains($0.key) })?.object ?? [:]
        for member in entered.members { draft[member.name] = member.value }
        return .object(draft)
    }

    /// The rules that parameters break, at most one for each field: the codes that the server would answer with, and a
    /// sentence in English. The server also has rules of its own, so it may refuse what this method accepts.
    ///
    /// ```swift
    /// for error in form.errors(in: params) { show(error.detail, at: form.field(of: error)) }
    /// ```
    public func errors(in params: JSONValue?) -> [FieldError] {
        let params = params.flatMap { $0.isNull ? JSONValue?.none : $0 } ?? [:]
        guard params.object != nil else { return [FieldError.unreadable] }
        var errors: [FieldError] = []
        for field in rowFields + fields {
            // Several parts of a parameter may be at fault because the parameter is.
            if let error = field.error(in: params), !errors.contains(where: { $0.pointer == error.pointer }) {
                errors.append(error)
            }
        }
        guard errors.isEmpty else { return errors }
        // The server decodes lists after it has checked the fields, and reports the first error.
        return fields.lazy.compactMap { $0.listError(in: params) }.first.map { [$0] } ?? []
    }

    /// The field at which to show an error of the server or of ``errors(in:)``; nil if it concerns the whole action.
    public func field(of error: FieldError) -> Field? {
        guard let tokens = JSONPointer.tokensInParameters(error.pointer), !tokens.isEmpty else { return nil }
        return fields.first { tokens.starts(with: $0.path) } ?? fields.first { $0.path.starts(with: tokens) }
    }
}

extension Catalog {
    /// The description of a visible screen; of another version if that is the only one.
    package func screen(of document: ScreenDocument) -> Screen? {
        let named = screens.filter { $0.name == document.name }
        return named.first { $0.version == document.version } ?? named.first
    }
}

extension Catalog.Control {
    /// A button of an alert.
    fileprivate init?(button: JSONValue) {
        guard let action = button["action"]?.string else { return nil }
        let label = button["title"]?.string ?? DisplayNames.action(action)
        self.init(action: action, label: label, role: button["style"]?.string ?? "normal")
    }
}

extension Catalog.RowParameter {
    fileprivate func value(_ element: JSONValue, _ index: Int) -> JSONValue {
        switch self {
        case .index: .number(JSONNumber(index))
        case .value(let pointer): element.at(pointer)
        }
    }
}

extension JSONValue {
    /// Sets a member of an object, and creates the objects around it.
    fileprivate mutating func set(_ value: JSONValue, at path: ArraySlice<String>) {
        guard let name = path.first else {
            self = value
            return
        }
        var object = object ?? [:]
        var member = object[name] ?? [:]
        member.set(value, at: path.dropFirst())
        object[name] = member
        self = .object(object)
    }
}

/// Readable names for identifiers from the catalog and from view models.
package enum DisplayNames {
    /// `nextToPage2` becomes `Next to page 2`; `coverURL` becomes `Cover URL`.
    package static func name(_ name: String) -> String {
        let letters = Array(name.map { "_-.".contains($0) ? " " : $0 })
        var text = ""
        for (index, letter) in letters.enumerated() {
            let next = letters.indices.contains(index + 1) ? letters[index + 1] : nil
            if index > 0, isBoundary(letters[index - 1], letter, next) { text.append(" ") }
            text.append(letter)
        }
        let words = text.split(separator: " ").map(spelled).joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// An action's readable name: `nextToPage2ButtonPressed` becomes `Next to page 2`.
    package static func action(_ action: String) -> String {
        var rest = action[...]
        for prefix in ["did", "on"]
        where rest.hasPrefix(prefix) && rest.dropFirst(prefix.count).first?.isUppercase == true {
            rest = rest.dropFirst(prefix.count)
            break
        }
        for suffix in ["Pressed", "Tapped", "Clicked"] where rest.hasSuffix(suffix) {
            rest = rest.dropLast(suffix.count)
            if rest.hasSuffix("Button") { rest = rest.dropLast("Button".count) }
            break
        }
        return name(String(rest.isEmpty ? action[...] : rest))
    }

    /// The title of a screen that declares none: `Tutorial.Page1` becomes `Page 1`.
    package static func screen(_ name: String) -> String {
        Self.name(name.split(separator: ".").last.map(String.init) ?? name)
    }

    private static func isBoundary(_ previous: Character, _ letter: Character, _ next: Character?) -> Bool {
        if previous.isLowercase { return letter.isUppercase || letter.isNumber }
        if previous.isNumber { return letter.isLetter }
        return previous.isUppercase && letter.isUppercase && next?.isLowercase == true
    }

    private static func spelled(_ word: Substring) -> String {
        let isShort = word.count > 1 && word.allSatisfy(\.isUppercase)
        return isShort || word == "url" || word == "id" ? word.uppercased() : word.lowercased()
    }
}
