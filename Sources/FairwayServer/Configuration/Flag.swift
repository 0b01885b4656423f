/// A row in a command's table of flags: `--port N`, or `FAIRWAY_PORT=N`.
package struct Flag<Options>: Sendable {
    let name: String
    let placeholder: String
    let expectation: String
    let summary: String
    /// The default as `--help` shows it; nil where there is none.
    let defaultText: @Sendable (Options) -> String?

    /// What the flag alone means, where it needs no value.
    let impliedText: String?

    private let isSecret: Bool
    /// Whether the text was one of the flag's values.
    private let read: @Sendable (String, inout Options) -> Bool

    /// - Parameters:
    ///   - name: Without the hyphens.
    ///   - property: What it sets; its initial value is the flag's default.
    ///   - kind: Which values it takes.
    ///   - summary: What it does, in a sentence.
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

    /// A flag without a default.
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
        self.impliedText = kind.impliedText
        self.isSecret = kind.isSecret
        read = { text, options in
            guard let value = kind.value(text) else { return false }
            set(value, &options)
            return true
        }
    }

    /// `FAIRWAY_ADMIN_TOKEN` for `admin-token`.
    var environmentName: String {
        "FAIRWAY_" + name.uppercased().replacing("-", with: "_")
    }

    /// - Parameter source: The flag or the variable the text is from, for the message.
    func assign(_ text: String, of source: String, to options: inout Options) throws(CommandError) {
        guard read(text, &options) else {
            // A secret with a slip in it is nearly the secret: it is not shown.
            let found = isSecret ? "" : ", not \"\(text)\""
            throw CommandError(.badValue, "\(source) must be \(expectation)\(found).")
        }
    }
}
