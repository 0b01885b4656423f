extension Catalog {
    /// The control of one action.
    public struct Control: Codable, Hashable, Sendable, DescribedType {
        /// The name of the action.
        public var action: String
        /// The text of the button.
        public var label: String
        /// `primary`, `normal`, `destructive` or `cancel`. Treat any other value as `normal`.
        public var role: String
        /// A question to ask before the action is sent.
        public var confirm: String?
        /// The answer that does not send it; nil if the client has a word of its own.
        public var decline: String?
        /// The list on whose rows the control is drawn.
        public var row: Row?
        /// The inputs, without the parameters that come from a row.
        public var fields: [Field]

        package static let described = TypeDescription(
            "The control of an action.",
            .init("action", "The name of the action.", "saveButtonPressed"),
            .init("label", "The text of the button.", "Save"),
            .init(
                "role",
                "`primary`, `normal`, `destructive` or `cancel`. Treat any other value as `normal`.",
                "primary"
            ),
            .init(
                "confirm",
                "A question to ask before the action is sent; `null` if there is none.",
                "Delete the note?"
            ),
            .init("decline", "The answer that leaves everything as it is; `null` for a general one.", "Keep it"),
            .init("row", "The list on whose rows the control is drawn; `null` if it is not on rows."),
            .init("fields", "The inputs, without the parameters that come from a row.")
        )

        /// Creates a control.
        public init(
            action: String,
            label: String,
            role: String = "normal",
            confirm: String? = nil,
            decline: String? = nil,
            row: Row? = nil,
            fields: [Field] = []
        ) {
            self.action = action
            self.label = label
            self.role = role
            self.confirm = confirm
            self.decline = decline
            self.row = row
            self.fields = fields
        }
    }

    /// The rows on which a control is drawn.
    public struct Row: Codable, Hashable, Sendable, DescribedType {
        /// The list, as a JSON Pointer into the view model.
        public var list: String
        /// The parameters that the row provides, by name.
        public var params: [String: RowParameter]

        package static let described = TypeDescription(
            "The rows on which a control is drawn.",
            .init("list", "The list, as a JSON Pointer into the view model.", "/sailings"),
            .init("params", "The parameters that the row provides, by name.", ["key": ["pointer": "/id"]])
        )

        /// Creates a row.
        public init(list: String, params: [String: RowParameter]) {
            self.list = list
            self.params = params
        }
    }

    /// A parameter that a row provides.
    public enum RowParameter: Hashable, Sendable {
        /// The index of the row.
        case index
        /// A value of the row, by its JSON Pointer.
        case value(String)
    }

    /// One input of a control. Its rules are in the JSON Schema of the action.
    public struct Field: Codable, Hashable, Sendable, DescribedType {
        /// The parameter. The name of a part contains the parameter's: `address/street`.
        public var name: String
        /// The label.
        public var label: String
        /// An explanation to show beside the input.
        public var hint: String?
        /// An example to show while the input is empty.
        public var placeholder: String?
        /// The kind of input, such as `text` or `date`. Treat an unknown value as `text`.
        public var format: String
        /// The unit of a number. Of `money`, the ISO 4217 code of the currency.
        public var unit: String?
        /// Whether a value is needed.
        public var required: Bool
        /// The options of a `choice`.
        public var options: Options?
        /// Sentences for values that break a rule, by the code of the error. Other errors have general sentences.
        public var messages: [String: String]?

        package static let described = TypeDescription(
            "An input of a control. Its rules are in the JSON Schema of the action.",
            .init("name", "The parameter. The name of a part contains the parameter's: `address/street`.", "name"),
            .init("label", "The label.", "Name"),
            .init("hint", "An explanation to show beside the input; `null` if there is none.", "As in your passport."),
            .init(
                "placeholder",
                "An example to show while the input is empty; `null` if there is none.",
                "Ada Lovelace"
            ),
            .init("format", "The kind of input. Treat an unknown value as `text`.", "text"),
            .init("unit", "The unit of a number. Of `money`, the ISO 4217 code of the currency.", "EUR"),
            .init("required", "Whether a value is needed.", true),
            .init("options", "The options of a `choice`; `null` for other inputs."),
            .init(
                "messages",
                "Sentences for values that break a rule, by the code of the error.",
                ["required": "Give a name."]
            )
        )

        /// Creates a field.
        public init(
            name: String,
            label: String,
            hint: String? = nil,
            placeholder: String? = nil,
            format: String,
            unit: String? = nil,
            required: Bool,
            options: Options? = nil,
            messages: [String: String]? = nil
        ) {
            self.name = name
            self.label = label
            self.hint = hint
            self.placeholder = placeholder
            self.format = format
            self.unit = unit
            self.required = required
            self.options = options
            self.messages = messages
        }
    }

    /// The options of a choice.
    public enum Options: Hashable, Sendable {
        /// Fixed options.
        case values([Option])
        /// The elements of a list in the view model, by JSON Pointers. `value` and `label` point into an element.
        case list(String, value: String, label: String)
    }

    /// A fixed option.
    public struct Option: Codable, Hashable, Sendable, DescribedType {
        /// The value to send.
        public var value: JSONValue
        /// The label.
        public var label: String

        package static let described = TypeDescription(
            "A fixed option.",
            .init("value", "The value to send.", "inside"),
            .init("label", "The label.", "Inside cabin")
        )

        /// Creates an option.
        public init(value: JSONValue, label: String) {
            self.value = value
            self.label = label
        }
    }
}

extension Catalog.RowParameter: Codable, DescribedType {
    package static let described = TypeDescription(
        "A parameter that a row provides.",
        example: ["pointer": "/id"],
        .init("index", "`true`: the index of the row. Then there is no `pointer`.", true),
        .init("pointer", "A value of the row, as a JSON Pointer into it.", "/id")
    )

    private enum CodingKeys: String, CodingKey { case index, pointer }

    /// Decodes `{"index": true}` or `{"pointer": "/id"}`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        // The schema of the catalog is recorded from here, so both members are read.
        _ = try members.decodeIfPresent(Bool.self, forKey: .index)
        self = try members.decodeIfPresent(String.self, forKey: .pointer).map(Self.value) ?? .index
    }

    /// Encodes `{"index": true}` or `{"pointer": "/id"}`.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .index: try members.encode(true, forKey: .index)
        case .value(let pointer): try members.encode(pointer, forKey: .pointer)
        }
    }
}

extension Catalog.Options: Codable, DescribedType {
    package static let described = TypeDescription(
        "The options of a choice: fixed ones, or the elements of a list.",
        example: ["list": "/sailings", "value": "/id", "label": "/name"],
        .init("values", "Fixed options."),
        .init("list", "The list, as a JSON Pointer into the view model.", "/sailings"),
        .init("value", "The value to send, as a JSON Pointer into an element.", "/id"),
        .init("label", "The label, as a JSON Pointer into an element.", "/name")
    )

    private enum CodingKeys: String, CodingKey { case values, list, value, label }

    /// Decodes `{"values": […]}` or `{"list": "/sailings", "value": "/id", "label": "/name"}`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let values = try members.decodeIfPresent([Catalog.Option].self, forKey: .values)
        let list = try members.decodeIfPresent(String.self, forKey: .list)
        let value = try members.decodeIfPresent(String.self, forKey: .value)
        let label = try members.decodeIfPresent(String.self, forKey: .label)
        if let values {
            self = .values(values)
        } else if let list, let value, let label {
            self = .list(list, value: value, label: label)
        } else {
            let message = "options have either values, or a list with a value and a label"
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: message))
        }
    }

    /// Encodes `{"values": […]}` or `{"list": "/sailings", "value": "/id", "label": "/name"}`.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .values(let values): try members.encode(values, forKey: .values)
        case .list(let list, let value, let label):
            try members.encode(list, forKey: .list)
            try members.encode(value, forKey: .value)
            try members.encode(label, forKey: .label)
        }
    }
}
