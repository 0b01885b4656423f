public import FairwayWire

extension ScreenForm {
    /// The limits of a value.
    public typealias Limits = FieldLimits

    /// An input of a form.
    ///
    /// ```swift
    /// Picker(field.label, selection: $value) {
    ///     ForEach(field.options ?? [], id: \.value) { Text($0.label) }
    /// }
    /// ```
    public struct Field: Hashable, Sendable, Identifiable {
        /// The parameter. The name of a part contains the parameter's: `address/street`.
        public let name: String
        /// The label.
        public let label: String
        /// An explanation to show beside the input.
        public let hint: String?
        /// An example to show while the input is empty.
        public let placeholder: String?
        /// The kind of input.
        public let format: FieldFormat
        /// The unit of a number. Of money, the ISO 4217 code of the currency.
        public let unit: String?
        /// Whether a value is needed.
        public let isRequired: Bool
        /// Whether the value must not be shown, and not be kept in a draft.
        public let isSecret: Bool
        /// The limits of the value.
        public let limits: Limits
        /// The options in display order; nil if any value can be entered.
        public let options: [Catalog.Option]?
        /// The app's sentences for values that break a rule, by the code of the violation.
        public let messages: [String: String]
        /// The value before the user edits it: from the draft, the view model or the schema.
        public let initial: JSONValue?
        /// The type of the value.
        package let type: ValueType
        /// The members that lead to the value, starting at the parameters.
        package let path: [String]
        /// Whether the member of the same position in ``path`` may be absent.
        let optional: [Bool]
        /// The values of the rows, of a parameter that a row provides.
        private(set) var rowValues: [JSONValue]?

        /// The name.
        public var id: String { name }

        /// The value as a JSON Pointer into the request: `/params/address/street`.
        public var pointer: String { "/params" + JSONPointer.pointer(path) }
    }
}

extension ScreenForm.Field {
    /// The declared fields, then the parts of the parameters without a field.
    static func all(
        of type: ValueType,
        _ declared: [Catalog.Field],
        _ viewModel: JSONValue,
        _ known: [JSONValue]
    ) -> [Self] {
        let leaves = leaves(of: type, [], [])
        // A name may itself contain a slash.
        let paths = declared.map { field in
            type.members?.contains { $0.name == field.name } == true
                ? [field.name] : field.name.split(separator: "/").map(String.init)
        }
        let fields = zip(declared, paths).map { field, path in
            Self(path, type, known, field: field, viewModel)
        }
        let rest = leaves.filter { leaf in !paths.contains { leaf.starts(with: $0) } }
        return fields + rest.map { Self($0, type, known, field: nil, viewModel) }
    }

    /// The paths to all values that are not objects. An object with unknown members is entered as a whole.
    private static func leaves(of type: ValueType, _ path: [String], _ paths: [[String]]) -> [[String]] {
        guard let members = type.members else {
            return path.isEmpty && type.kind == .json ? paths : paths + [path]
        }
        return members.reduce(paths) { leaves(of: $1.type, path + [$1.name], $0) }
    }

    private init(
        _ path: [String],
        _ whole: ValueType,
        _ known: [JSONValue],
        field: Catalog.Field?,
        _ viewModel: JSONValue
    ) {
        var (type, optional, isSecret) = (whole, [Bool](), whole.isSecret)
        for name in path {
            type = type.members?.first { $0.name == name }?.type ?? ValueType(kind: .json)
            optional.append(type.isOptional)
            isSecret = isSecret || type.isSecret
        }
        self.path = path
        self.type = type
        self.optional = optional
        self.isSecret = isSecret
        name = path.joined(separator: "/")
        let words = path.isEmpty ? "Value" : path.map(DisplayNames.name).joined(separator: ", ")
        label = field?.label ?? words
        hint = field?.hint
        placeholder = field?.placeholder
        format = field.map { FieldFormat(rawValue: $0.format) ?? .text } ?? type.format
        unit = field?.unit
        isRequired = field?.required ?? !optional.contains(true)
        limits = type.limits
        options = field?.options?.resolved(in: viewModel) ?? type.constants
        messages = field?.messages ?? [:]
        let found = known.lazy.map { value in path.reduce(value) { $0[$1] ?? .null } }.first { !$0.isNull }
        initial = isSecret ? nil : found ?? type.initial
    }

    /// The field of a parameter that the rows provide.
    func choosing(from elements: [JSONValue], _ source: Catalog.RowParameter) -> Self {
        var field = self
        field.rowValues = elements.enumerated().map { index, element in
            switch source {
            case .index: .number(JSONNumber(index))
            case .value(let pointer): element.at(pointer)
            }
        }
        return field
    }
}

extension Catalog.Options {
    fileprivate func resolved(in viewModel: JSONValue) -> [Catalog.Option] {
        switch self {
        case .values(let options): options
        case .list(let list, let value, let label):
            (viewModel.at(list).array ?? []).map { element in
                let (value, label) = (element.at(value), element.at(label))
                return Catalog.Option(value: value, label: label.string ?? value.string ?? "")
            }
        }
    }
}

extension ValueType {
    fileprivate var constants: [Catalog.Option]? {
        guard case .constants(let values) = kind else { return nil }
        return values.map { Catalog.Option(value: $0, label: DisplayNames.name($0.string ?? RawJSON.text($0))) }
    }
}

extension RawJSON {
    fileprivate static func text(_ value: JSONValue) -> String {
        (try? RawJSON(encoding: value))?.description ?? ""
    }
}
