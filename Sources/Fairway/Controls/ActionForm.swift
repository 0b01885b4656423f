import FairwayWire

/// The fields of one action, or of a flow's input. Checks the values of a request before they are decoded.
struct ActionForm: Sendable {
    /// The declared fields in display order, then the parameters without a field.
    let fields: [ActionField]
    var place = Place.params

    /// Where a request has the values.
    enum Place {
        case params, input

        var pointer: String { self == .params ? "/params" : "/input" }
        var problem: ProblemCode { self == .params ? .invalidParams : .invalidInput }
    }

    /// Rejects parameters that break a rule, with one error for each field at fault.
    ///
    /// - Parameters:
    ///   - params: The parameters of the request.
    ///   - language: The language of the errors' sentences.
    ///   - viewModel: The view model of the present revision. It is read only if a field has options or a row in it.
    func check(_ params: RawJSON?, _ language: Language, _ viewModel: () throws -> RawJSON) throws {
        let params = try params.map { try JSON.decode(JSONValue.self, from: $0.bytes) } ?? .null
        guard params.isNull || params.object != nil else {
            throw Problem(
                place.problem,
                errors: [FieldViolation.typeMismatch(nil).error(at: place.pointer, language)]
            )
        }
        guard !fields.isEmpty else { return }
        var lists: [PropertyPath: [JSONValue]] = [:]
        var errors: [FieldError] = []
        for field in fields {
            let error = try field.error(in: params.isNull ? [:] : params, at: place.pointer, language) { path in
                if let list = lists[path] { return list }
                let list = try path.list(in: viewModel())
                lists[path] = list
                return list
            }
            // If a parameter itself is invalid, the fields of its parts report the same error. Keep one of them.
            if let error, !errors.contains(where: { $0.pointer == error.pointer }) { errors.append(error) }
        }
        guard errors.isEmpty else { throw Problem(place.problem, errors: errors) }
    }

    /// Replaces the decoder's messages in a problem by sentences for users.
    func explained(_ problem: Problem, _ language: Language) -> Problem {
        var problem = problem
        if problem.errors.isEmpty {
            // The type's own `init(from:)` has thrown. Its message is for developers.
            problem.detail = nil
            problem.errors = [FieldError(place.pointer, JSONError.Code.invalidValue.rawValue)]
        }
        problem.errors = problem.errors.map { error in
            let violation: FieldViolation =
                switch JSONError.Code(rawValue: error.code) {
                case .missingMember: .required
                case .unknownCase: .notAnOption
                case .invalidValue: .format(.text)
                default: .typeMismatch(nil)
                }
            return violation.error(at: error.pointer, language)
        }
        return problem
    }
}

extension PropertyPath {
    /// Decodes a list in a view model, without the values around it. Empty if there is none.
    fileprivate func list(in viewModel: RawJSON) throws -> [JSONValue] {
        try JSON.decode(ListReader.self, from: viewModel.bytes, userInfo: [.listPath: names ?? []]).elements
    }
}

/// Decodes only the list at the path in the decoder's `userInfo`.
private struct ListReader: Decodable {
    let elements: [JSONValue]

    init(from decoder: any Decoder) throws {
        let names = decoder.userInfo[.listPath] as? [String] ?? []
        elements = try Self.elements(decoder, names[...])
    }

    private static func elements(_ decoder: any Decoder, _ path: ArraySlice<String>) throws -> [JSONValue] {
        guard let name = path.first else {
            return try decoder.singleValueContainer().decode(JSONValue.self).array ?? []
        }
        guard let container = try? decoder.container(keyedBy: Key.self), container.contains(Key(name)) else {
            return []
        }
        return try elements(container.superDecoder(forKey: Key(name)), path.dropFirst())
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }
}
