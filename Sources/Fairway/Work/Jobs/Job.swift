import FairwayWire

/// Durable background work. It is committed with the action that requests it, and executed afterwards until it succeeds
/// or is given up.
///
/// ```swift
/// struct ChargeCard: Job {
///     typealias Output = Receipt
///     var amount: Decimal
/// }
/// ```
public protocol Job: Versioned {
    /// The result of the work. It is stored until its flow has received it, so an output that changes its shape conforms to
    /// ``Versioned``.
    associatedtype Output: Codable & Sendable = Done

    /// The name in the store. Defaults to the type's dotted name without its module.
    static var name: String { get }
    /// Whether the job continues after the flow that requested it has ended.
    static var outlivesFlow: Bool { get }
}

extension Job {
    /// The type's dotted name without its module.
    public static var name: String { TypeName.of(Self.self) }
    /// False: the job is cancelled with its flow.
    public static var outlivesFlow: Bool { false }
}

/// One attempt at a job.
public struct JobAttempt: Sendable {
    /// An idempotency key for external services: the same for every attempt at this job, and used by no other job.
    public let id: String
    /// The number of the attempt, from 1.
    public let number: Int
    /// The session that requested the job.
    public let session: String
    /// The user's language. The app's own if the client did not send one.
    public let locale: String
    /// The app's services. Services of session scope are created for this attempt alone.
    public let dependencies: Dependencies
    /// Writes the app's own lines to the server's log, with the session, the flow, the user and the request that asked for the job.
    public let log: AppLog
    /// The value of the header `traceparent` (W3C Trace Context) for calls to other services, which then appear in the trace of this
    /// attempt. Nil if the server does not trace.
    ///
    /// ```swift
    /// if let traceparent = attempt.traceparent { request.setValue(traceparent, forHTTPHeaderField: "traceparent") }
    /// ```
    public let traceparent: String?
    let language: Language

    /// A text in the session's language, such as for an e-mail.
    ///
    /// ```swift
    /// try await attempt.dependencies[Mailer.self].send(attempt.text("We have sent you a link."), id: attempt.id)
    /// ```
    public func text(_ text: Text) -> String { language.string(text) }
}

/// A job that was given up, as its flow sees it. The technical cause is for operators and the log only.
public struct JobFailure: Codable, Hashable, Sendable {
    /// For the user: the reason of a ``GiveUp``, otherwise a general sentence.
    public var message: Text
    /// The number of attempts.
    public var attempts: Int

    /// A failure after a number of attempts. By default, its message is the general sentence.
    public init(message: Text = "This could not be completed. Try again later.", attempts: Int) {
        self.message = message
        self.attempts = attempts
    }
}

/// Thrown by a performer when another attempt would be useless, for example because a card was declined.
///
/// ```swift
/// throw GiveUp("Your card was declined.")
/// ```
public struct GiveUp: Error, Hashable, Sendable {
    /// The reason for the user, passed to the flow in ``JobFailure/message``.
    public var message: Text

    /// Gives up for a reason.
    public init(_ message: Text) { self.message = message }
}

extension Job {
    /// The version under which the output is stored. 1 if its type has no version.
    package static var outputVersion: Int { (Output.self as? any Versioned.Type)?.version ?? 1 }

    /// Decodes a stored output, or migrates one of an older version.
    static func decodeOutput(_ stored: RawJSON, version: Int, noting notes: MemberNotes?) throws -> Any {
        let type = StoredType(.result, name)
        if let versioned = Output.self as? any Versioned.Type {
            return try versioned.decode(stored: stored.bytes, version: version, as: type, noting: notes)
        }
        try type.check(version, atMost: 1)
        return try type.decode(Output.self, from: stored.bytes, noting: notes)
    }
}
