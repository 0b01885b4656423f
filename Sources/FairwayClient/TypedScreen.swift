public import FairwayWire

/// A screen with the types of its view model and its actions. The command `generate --swift` writes a type for each
/// screen of an app.
///
/// ```swift
/// if case .ferrySearch(let screen) = AppScreen(document) {
///     try await session.send(.searchButtonPressed(from: "dover", to: "calais", date: "2026-12-24"), on: screen)
/// }
/// ```
public protocol TypedScreen: Hashable, Identifiable, Sendable {
    /// The data to draw.
    associatedtype ViewModel: Codable & Hashable & Sendable
    /// The actions, with their parameters.
    associatedtype Action: Encodable & Sendable
    /// The parameters of all actions, by their paths. The path of a part contains the parameter's: `address/street`.
    associatedtype Field: CaseIterable & Hashable & RawRepresentable<String> & Sendable

    /// The screen's name.
    static var name: String { get }
    /// The version of the view model's shape.
    static var version: Int { get }

    /// The document that the server sent.
    var document: ScreenDocument { get }
    /// The data to draw.
    var viewModel: ViewModel { get }

    /// Creates the screen of a document.
    init(document: ScreenDocument, viewModel: ViewModel)
}

extension TypedScreen {
    /// Decodes a screen. Nil if the document is of another screen or version, or its view model does not fit the type.
    public init?(_ document: ScreenDocument) {
        guard document.name == Self.name, document.version == Self.version,
            let viewModel = try? document.viewModel(as: ViewModel.self)
        else { return nil }
        self.init(document: document, viewModel: viewModel)
    }

    /// The screen's id in the session.
    public var id: String { document.id }
}

extension RemoteSession {
    /// Sends an action of a typed screen.
    ///
    /// ```swift
    /// do {
    ///     try await session.send(.payButtonPressed(card: card), on: screen)
    /// } catch {
    ///     message = error.refusal(of: screen)?[.card]?.detail
    /// }
    /// ```
    @discardableResult
    public func send<Typed: TypedScreen>(
        _ action: Typed.Action,
        on screen: Typed,
        draft: JSONValue? = nil
    ) async throws(ClientError) -> StateDocument {
        try await send(action, on: screen.id, draft: draft)
    }
}

extension ClientError {
    /// The errors by field, if the server refused an action on the screen.
    public func refusal<Typed: TypedScreen>(of screen: Typed) -> ActionRefusal<Typed.Field>? {
        guard let problem, !problem.errors.isEmpty else { return nil }
        return ActionRefusal(problem)
    }
}

/// The errors of a refused action by field.
public struct ActionRefusal<Field: CaseIterable & Hashable & RawRepresentable<String> & Sendable>: Sendable {
    /// The problem, with all errors.
    public let problem: Problem
    /// The first error of each field.
    public let fields: [Field: FieldError]
    /// The errors that belong to no field, such as those of the action as a whole.
    public let others: [FieldError]

    init(_ problem: Problem) {
        var fields: [Field: FieldError] = [:]
        var others: [FieldError] = []
        for error in problem.errors {
            // An error inside a parameter belongs to the smallest field around it.
            let matching = Field.allCases.filter { "\(error.pointer)/".hasPrefix("/params/\($0.rawValue)/") }
            guard let field = matching.max(by: { $0.rawValue.utf8.count < $1.rawValue.utf8.count }) else {
                others.append(error)
                continue
            }
            if fields[field] == nil { fields[field] = error }
        }
        self.problem = problem
        self.fields = fields
        self.others = others
    }

    /// The first error of a field.
    public subscript(field: Field) -> FieldError? { fields[field] }
}

/// The fields of a screen without parameters: none.
public enum NoFields: CaseIterable, Hashable, RawRepresentable, Sendable {
    /// No fields.
    public static let allCases: [NoFields] = []

    /// Always nil.
    public init?(rawValue: String) { nil }

    /// Never called, because no value exists.
    public var rawValue: String { switch self {} }
}

/// A value that contains values of its own type. A struct cannot store those directly.
///
/// ```swift
/// comment.answerTo?.value.author
/// ```
public struct Indirect<Value> {
    private var storage: [Value]

    /// The value.
    public var value: Value {
        get { storage[0] }
        set { storage[0] = newValue }
    }

    /// Creates a wrapper.
    public init(_ value: Value) { storage = [value] }
}

extension Indirect: Equatable where Value: Equatable {}
extension Indirect: Hashable where Value: Hashable {}
extension Indirect: Sendable where Value: Sendable {}

extension Indirect: Decodable where Value: Decodable {
    /// Decodes the value.
    public init(from decoder: any Decoder) throws { self.init(try Value(from: decoder)) }
}

extension Indirect: Encodable where Value: Encodable {
    /// Encodes the value.
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
