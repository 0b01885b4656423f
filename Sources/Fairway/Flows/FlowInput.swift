import FairwayWire

/// The input that clients may pass when they start a flow, with the rules that the engine checks.
struct FlowInput: Sendable {
    /// The JSON Schema, with the rules.
    let schema: JSONObject
    private let form: ActionForm
    private let decode: @Sendable (RawJSON) throws -> Taken

    /// A decoded input.
    struct Taken {
        /// The input with sensitive values masked, for the journal.
        let masked: RawJSON
        /// Creates the flow, or throws the author's refusal.
        let flow: () throws -> any FlowController
    }

    /// Throws a ``Mistake`` if a rule is invalid.
    init<F: FlowController>(of type: F.Type) throws {
        let recorder = ShapeRecorder()
        var shape = recorder.record(F.Input.self).shape
        var fields: [ActionField] = []
        for rule in F.inputRules.all {
            guard let names = rule.member.names, !names.isEmpty, let path = shape.path(names, recorder.definitions)
            else {
                throw Mistake("\(F.name).inputRules: a rule is for a member that the input's JSON does not contain.")
            }
            if let mistake = rule.rules.mistake {
                throw Mistake("\(F.name).inputRules: the member \(names.joined(separator: "/")) \(mistake).")
            }
            fields.append(ActionField(path: path.members, kind: path.value.kind, rules: rule.rules))
            shape = shape.adding(rule.rules.keywords, at: names[...], recorder.definitions)
        }
        let ruled = Set(fields.compactMap(\.path.first?.name))
        if case .object(let members) = shape.plain(recorder.definitions).shape {
            fields += members.filter { !ruled.contains($0.name) }.map { ActionField($0, recorder.definitions) }
        }
        schema = shape.schema(recorder.definitions)
        form = ActionForm(fields: fields, place: .input)
        decode = { json in
            let input = try JSON.decode(F.Input.self, from: json.bytes)
            let masked = try RawJSON(encoding: input, userInfo: [.maskingSensitive: true])
            return Taken(masked: masked) { try F(input) }
        }
    }

    /// Decodes the input of a request. Throws a problem with the pointers of the members at fault.
    func read(_ input: RawJSON, in language: Language) throws -> Taken {
        try form.check(input, language) { .emptyObject }
        do {
            return try decode(input)
        } catch let error as JSONError {
            let problem = Problem(.invalidInput, errors: [FieldError(error, under: "/input")])
            throw form.explained(problem, language)
        }
    }
}
