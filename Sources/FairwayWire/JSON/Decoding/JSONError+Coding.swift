extension JSONError {
    static let missingMember = "the member is missing"

    /// What a type's own `init(from:)` threw.
    ///
    /// - Parameter place: The path of the value it was reading, for an error that does not say or says less.
    init(_ error: DecodingError, inside place: [any CodingKey]) {
        let code: Code
        let context: DecodingError.Context
        var missing: [any CodingKey] = []
        switch error {
        case .typeMismatch(_, let details): (code, context) = (.typeMismatch, details)
        case .valueNotFound(_, let details): (code, context) = (.typeMismatch, details)
        case .keyNotFound(let key, let details): (code, context, missing) = (.missingMember, details, [key])
        case .dataCorrupted(let details): (code, context) = (.invalidValue, details)
        @unknown default: (code, context) = (.invalidValue, .init(codingPath: [], debugDescription: "unreadable"))
        }
        let path = context.codingPath.count < place.count ? place : context.codingPath
        let message = missing.isEmpty ? context.debugDescription : Self.missingMember
        self.init(code, message, pointer: (path + missing).jsonPointer)
    }

    /// What a type's own `encode(to:)` threw.
    init(_ error: EncodingError) {
        switch error {
        case .invalidValue(_, let context):
            self.init(.invalidValue, context.debugDescription, pointer: context.codingPath.jsonPointer)
        @unknown default:
            self.init(.invalidValue, "the value could not be written", pointer: "")
        }
    }
}
