/// The reason why a flow refuses an action: one of its parameters, or the action as a whole.
///
/// ```swift
/// Refusal("name", .required, "Give a name.")
/// Refusal("address/street", .tooLong, "Shorten the street.")
/// Refusal(.noAdult, "Children do not travel alone.")
/// ```
public struct Refusal: Error, Hashable, Sendable {
    /// The parameter, or nil for the action as a whole.
    let name: String?
    let code: Code
    let message: Text

    /// Creates a refusal of one parameter of the action.
    ///
    /// - Parameters:
    ///   - name: the parameter's label. The name of a single value without a label is `value`. Names of nested members
    ///     are separated by slashes: `address/street`.
    ///   - code: a short name that programs compare.
    ///   - message: a sentence for the user, sent in the session's language.
    public init(_ name: String, _ code: Code, _ message: Text) {
        (self.name, self.code, self.message) = (name, code, message)
    }

    /// Creates a refusal of the action as a whole.
    public init(_ code: Code, _ message: Text) {
        (name, self.code, self.message) = (nil, code, message)
    }

    /// A short name of the reason, for programs. Clients receive it in `errors[].code`.
    ///
    /// ```swift
    /// extension Refusal.Code { static let noAdult: Self = "no-adult" }
    /// ```
    public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
        /// The name on the wire.
        public let rawValue: String

        /// Creates a code from its name on the wire.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Creates a code from its name on the wire.
        public init(stringLiteral value: String) { rawValue = value }
        private init(_ rule: RuleCode) { rawValue = rule.rawValue }

        /// `required`: the value is missing.
        public static let required = Self(.required)
        /// `too-short`: the text or list is too short.
        public static let tooShort = Self(.tooShort)
        /// `too-long`: the text or list is too long.
        public static let tooLong = Self(.tooLong)
        /// `too-small`: the number is too small.
        public static let tooSmall = Self(.tooSmall)
        /// `too-large`: the number is too large.
        public static let tooLarge = Self(.tooLarge)
        /// `step`: the number is not a multiple of the step.
        public static let step = Self(.step)
        /// `pattern`: the text does not match the pattern.
        public static let pattern = Self(.pattern)
        /// `format`: the text does not have the format, such as an e-mail address.
        public static let format = Self(.format)
        /// `not-an-option`: the value is not one of the options.
        public static let notAnOption = Self(.notAnOption)
    }
}

/// Builds the refusals of `nav.reject { … }`.
@resultBuilder
public enum RefusalsBuilder {
    /// A single refusal.
    public static func buildExpression(_ refusal: Refusal) -> [Refusal] { [refusal] }
    /// Refusals that a function returns.
    public static func buildExpression(_ refusals: [Refusal]) -> [Refusal] { refusals }
    /// Collects the refusals of a block.
    public static func buildBlock(_ refusals: [Refusal]...) -> [Refusal] { refusals.flatMap(\.self) }
    /// The refusals of an `if` without `else`.
    public static func buildOptional(_ refusals: [Refusal]?) -> [Refusal] { refusals ?? [] }
    /// The refusals of the first branch.
    public static func buildEither(first refusals: [Refusal]) -> [Refusal] { refusals }
    /// The refusals of the second branch.
    public static func buildEither(second refusals: [Refusal]) -> [Refusal] { refusals }
    /// Collects the refusals of a loop.
    public static func buildArray(_ refusals: [[Refusal]]) -> [Refusal] { refusals.flatMap(\.self) }
}

/// Thrown by ``Navigator/reject(_:_:)``. The transaction converts it to a problem.
struct Rejection: Error {
    let refusals: [Refusal]
    /// Whether the engine refuses, so that the code is not the name of a parameter by mistake.
    let isByEngine: Bool

    init(refusals: [Refusal]) { (self.refusals, isByEngine) = (refusals, false) }

    private init(byEngine refusal: Refusal) { (refusals, isByEngine) = ([refusal], true) }

    /// The parameter of a derived screen no longer refers to anything.
    static var gone: Rejection {
        Rejection(byEngine: Refusal(.gone, "What you want to see no longer exists."))
    }

    /// A key that a handler binds is held by another session or flow.
    static var keyTaken: Rejection {
        Rejection(byEngine: Refusal(Refusal.Code(rawValue: keyTakenCode), "This is open in another place."))
    }

    static let keyTakenCode = "key-taken"

    /// A session binds too many keys. The message is for operators and developers.
    static func tooManyKeys(_ most: Int) -> Rejection {
        Rejection(byEngine: Refusal("too-many-keys", Text(verbatim: "A session holds at most \(most) keys.")))
    }

    /// A handler of a sandbox uses a service that does not allow it. The message is for operators and developers.
    static func inSandbox(_ service: String) -> Rejection {
        let remedy = "Declare it with allowsSandboxes: true if its calls change nothing, or check nav.isSandbox first."
        return Rejection(byEngine: Refusal("sandbox", Text(verbatim: "A sandbox cannot use \(service). \(remedy)")))
    }
}

extension Navigator {
    /// Refuses the action because of one of its parameters. Nothing changes, and the client receives `rejected` with
    /// this error.
    ///
    /// ```swift
    /// guard !name.isEmpty else { try nav.reject("name", .required, "Give a name.") }
    /// ```
    ///
    /// - Parameters:
    ///   - name: the parameter's label; see ``Refusal/init(_:_:_:)``. A name that the action does not have fails the
    ///     change with a message for developers.
    ///   - code: a short name that programs compare.
    ///   - message: a sentence for the user, sent in the session's language.
    public func reject(_ name: String, _ code: Refusal.Code, _ message: Text) throws -> Never {
        throw Rejection(refusals: [Refusal(name, code, message)])
    }

    /// Refuses the action as a whole. Nothing changes, and the client receives `rejected` with this error.
    ///
    /// ```swift
    /// guard passengers.contains(where: \.isAdult) else { try nav.reject(.noAdult, "Children do not travel alone.") }
    /// ```
    ///
    /// A code that is the name of a parameter fails the change with a message for developers: the code of a refusal of
    /// that parameter was forgotten.
    public func reject(_ code: Refusal.Code, _ message: Text) throws -> Never {
        throw Rejection(refusals: [Refusal(code, message)])
    }

    /// Refuses the action if there is at least one refusal, with all of them.
    ///
    /// ```swift
    /// try nav.reject {
    ///     if name.isEmpty { Refusal("name", .required, "Give a name.") }
    ///     if age < 0 { Refusal("age", .tooSmall, "Ages start at 0.") }
    /// }
    /// ```
    public func reject(@RefusalsBuilder _ refusals: () throws -> [Refusal]) throws {
        let refusals = try refusals()
        guard refusals.isEmpty else { throw Rejection(refusals: refusals) }
    }

    /// Refuses the action if there is at least one refusal, with all of them. The conditions may await.
    ///
    /// ```swift
    /// try await nav.reject {
    ///     if await users.isTaken(name) { Refusal("name", "taken", "There is a user of that name.") }
    /// }
    /// ```
    public func reject(@RefusalsBuilder _ refusals: () async throws -> [Refusal]) async throws {
        let refusals = try await refusals()
        guard refusals.isEmpty else { throw Rejection(refusals: refusals) }
    }
}
