import Fairway
import FairwayOperators
import FairwayWire
import Foundation

/// A refused or failed change.
struct IncidentDocument: Codable, DescribedType {
    var at: Date
    var revision: Int
    var kind: String
    var flow: String?
    var screen: String?
    /// For an operator with the role `view`: nil unless the app declares it.
    var name: String?
    var code: String
    var errors: [InvalidMember]
    var cause: String?
    var request: String?
    /// The sentence that the user read, with “…” in place of values. Nil if no user read one, and for an operator with the role
    /// `view`.
    var message: String?
    /// The id of the problem that it belongs to; nil if there is none: in a sandbox, or if the problem was deleted.
    var problem: String?

    static let described = TypeDescription(
        "A refused or failed change.",
        .init("at", "When it happened.", "2026-11-26T09:30:00.000Z"),
        .init("revision", "The session's revision, which the change left as it was.", 7),
        .init("kind", "The kind of change, such as `action`, `back`, `timer` or `job`.", "action"),
        .init("flow", "The flow in front; `null` once the session is over.", "Checkout"),
        .init("screen", "The screen in front; `null` once the session is over.", "Checkout.Address"),
        .init(
            "name",
            "The name of the action, tab, signal, timer or job. For the role `view`, `null` unless the app declares it.",
            "saveButtonPressed"
        ),
        .init("code", "The problem code.", "invalid-params"),
        .init("errors", "The invalid members of the request."),
        .init(
            "cause",
            "The error that the flow's code threw; `null` if there is none, and for the role `view`.",
            "the parcel service is down"
        ),
        .init("request", "The id of the request; `null` for timers and jobs.", "r-8f3a2c"),
        .init(
            "message",
            "The sentence that the user read, with “…” for values; `null` if no user read one, and for the role `view`.",
            "Give a name."
        ),
        .init("problem", "The id of the problem that it belongs to; `null` if there is none.", "p-31c7f2")
    )

    /// An invalid member of the request.
    struct InvalidMember: Codable, DescribedType {
        var pointer: String
        var code: String
        /// The sentence beside the field, as in ``IncidentDocument/message``.
        var message: String?

        static let described = TypeDescription(
            "An invalid member of a request.",
            .init("pointer", "The member, as a JSON Pointer into the body.", "/params/name"),
            .init("code", "The code of the rule.", "required"),
            .init("message", "The sentence beside the field; `null` for the role `view`.", "Give a name.")
        )
    }
}

extension IncidentDocument {
    /// Without records, the names that only a client knows are left out.
    init(_ incident: Incident, of problem: String?, showsRecords: Bool, in language: String?, _ engine: Engine) {
        let messages = incident.errors.map { showsRecords ? $0.text.map { engine.string($0, in: language) } : nil }
        let isDeclared = engine.declares(name: incident.name ?? "", ofKind: incident.kind)
        self.init(
            at: incident.at,
            revision: incident.revision,
            kind: incident.kind,
            flow: incident.flow,
            screen: incident.screen,
            name: showsRecords || isDeclared ? incident.name : nil,
            code: incident.code,
            errors: zip(incident.errors, messages).map { error, message in
                InvalidMember(
                    pointer: showsRecords ? error.pointer : Self.parameter(of: error.pointer),
                    code: error.code,
                    message: message
                )
            },
            cause: showsRecords ? incident.cause : nil,
            request: incident.request,
            message: showsRecords && !incident.isOfWork
                ? messages.firstNonNil { $0 } ?? engine.title(ofProblem: incident.code, in: language) : nil,
            problem: problem
        )
    }
}

extension IncidentDocument {
    /// `/params/name` of a pointer. The parts behind it may be keys that a user has typed.
    private static func parameter(of pointer: String) -> String {
        pointer.split(separator: "/", omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
    }
}
