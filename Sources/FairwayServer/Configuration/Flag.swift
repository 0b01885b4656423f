/// A row in a command's table of flags: `--port N`, or the environment variable `FAIRWAY_PORT=N`.
package struct Flag<Options>: Sendable {
    let name: String
    let placeholder: String
    let expectation: String
    let summary: String
    /// The default in `--help`; nil if there is none.
    let defaultText: @Sendable (Options) -> String?

    /// All values, if there are only a few.
    let choices: [String]

    /// The text that a flag without a value stands for; nil if a value is required.
    let impliedText: String?

    private let isSecret: Bool
    /// Parses a text and stores the value. Returns false if the text is invalid.
    private let read: @Sendable (String, inout Options) -> Bool

    /// Creates a flag with a default.
    ///
    /// - Parameters:
    ///   - name: The name without hyphens.
    ///   - property: The property to set. Its initial value is the default.
    ///   - kind: The values that the flag takes.
    ///   - summary: One sentence for `--help`.
    package init<Value>(
        _ name: String,
        _ property: any WritableKeyPath<Options, Value> & Sendable,
        _ kind: FlagKind<Value>,
        _ summary: String
    ) {
        self.init(name, kind, summary, default: { kind.text($0[keyPath: property]) }) { value, options in
            options[keyPath: property] = value
        }
    }

    /// Creates a flag without a default.
    package init<Value>(
        _ name: String,
        _ property: any WritableKeyPath<Options, Value?> & Sendable,
        _ kind: FlagKind<Value>,
        _ summary: String
    ) {
        self.init(name, kind, summary, default: { $0[keyPath: property].map(kind.text) }) { value, options in
            options[keyPath: property] = value
        }
    }

    private init<Value>(
        _ name: String,
        _ kind: FlagKind<Value>,
        _ summary: String,
        default defaultText: @escaping @Sendable (Options) -> String?,
        set: @escaping @Sendable (Value, inout Options) -> Void
    ) {
        self.name = name
        self.placeholder = kind.placeholder
        self.expectation = kind.expectation
        self.summary = summary
        self.defaultText = defaultText
        self.choices = kind.choices
        self.impliedText = kind.impliedText
        self.isSecret = kind.isSecret
        read = { text, options in
            guard let value = kind.value(text) else { return false }
            set(value, &options)
            return true
        }
    }

    /// The same flag for options that contain these.
    package func within<Outer>(_ property: any WritableKeyPath<Outer, Options> & Sendable) -> Flag<Outer> {
        Flag<Outer>(self, in: property)
    }

    private init<Inner>(_ flag: Flag<Inner>, in property: any WritableKeyPath<Options, Inner> & Sendable) {
        name = flag.name
        placeholder = flag.placeholder
        expectation = flag.expectation
        summary = flag.summary
        choices = flag.choices
        impliedText = flag.impliedText
        isSecret = flag.isSecret
        defaultText = { flag.defaultText($0[keyPath: property]) }
        read = { flag.read($0, &$1[keyPath: property]) }
    }

    /// The environment variable: `FAIRWAY_ADMIN_TOKEN` for `admin-token`.
    var environmentName: String {
        "FAIRWAY_" + name.uppercased().replacing("-", with: "_")
    }

    /// Parses a value and stores it. An error message begins with the `source`: the flag, the variable or `The shell`.
    func assign(_ text: String, of source: String, to options: inout Options) throws(CommandError) {
        guard read(text, &options) else {
            // The message omits an invalid secret, because it may be a valid one with a typing error.
            let found = isSecret ? "" : ", not \"\(text)\""
            throw CommandError(.badValue, "\(source) must be \(expectation)\(found).")
        }
    }
}
