package import Fairway
import FairwayWire

/// What occurrences of a problem have in common. Incidents and journal entries with the same group are the same problem.
///
/// A group holds no text of a user, because it outlives sessions: names that the app does not declare are left out, and so are the
/// variable parts of causes.
public struct ProblemGroup: Hashable, Sendable {
    /// The kind of problem.
    public var kind: Kind
    /// The flow that showed the screen, or that requested the timer or job.
    public var flow: String?
    /// The screen that the change was made on; nil for timers and jobs.
    public var screen: String?
    /// The name of the action, tab, signal, event or job; nil if the app does not declare it.
    public var name: String?
    /// The code of the refusal or the failure.
    public var code: String
    /// The reason of a failure, without ids, numbers and quoted values; nil for a refusal.
    public var cause: String?

    /// The kinds of problems.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// A change was refused: 409, 412 or 422.
        case refused
        /// A client cannot show a screen.
        case unsupported
        /// A change failed: 500 or 504.
        case failed
        /// An attempt of a timer or a job failed.
        case attemptFailed = "attempt-failed"
        /// A timer or a job was given up, or its performer ended it with `GiveUp`. The flow may have handled that.
        case givenUp = "given-up"
    }

    /// A group.
    public init(
        kind: Kind,
        flow: String? = nil,
        screen: String? = nil,
        name: String? = nil,
        code: String,
        cause: String? = nil
    ) {
        self.kind = kind
        self.flow = flow
        self.screen = screen
        self.name = name
        self.code = code
        self.cause = cause
    }

    /// The problem's id: the beginning of a hash of all members.
    public var id: String {
        let members: [String?] = [kind.rawValue, flow, screen, name, code, cause]
        // A missing member differs from an empty one.
        let key = members.map { $0.map { "=\($0)" } ?? "" }.joined(separator: "\u{0}")
        return Base64URL.encode(Array(SHA256.hash(key.utf8).prefix(Self.bytesOfID)))
    }

    private static let bytesOfID = 12

    /// The group of further causes of a place with too many.
    package var withoutCause: ProblemGroup {
        var group = self
        group.cause = "…"
        return group
    }

    /// The id of the place, which groups with different causes share; nil for a group without a cause.
    package var placeID: String? {
        guard cause != nil else { return nil }
        var place = self
        place.cause = nil
        return place.id
    }
}

extension ProblemGroup {
    private static let kindsOfWork = [ChangeKind.timer, .job].map(\.name)
    /// Of a cause, in bytes of UTF-8.
    private static let mostCauseBytes = 200

    /// The group of an incident.
    ///
    /// - Parameter isDeclared: Whether the app declares the incident's name.
    package init(_ incident: Incident, isDeclared: Bool) {
        let isWork = Self.kindsOfWork.contains(incident.kind)
        let code = ProblemCode(rawValue: incident.code)
        let kind: Kind =
            if isWork {
                .attemptFailed
            } else if code == .unsupportedScreen {
                .unsupported
            } else {
                code.map { $0.status < 500 } ?? false ? .refused : .failed
            }
        self.init(
            kind: kind,
            flow: incident.flow,
            screen: incident.screen,
            name: isDeclared ? incident.name : nil,
            code: incident.code,
            cause: kind == .failed || isWork ? incident.cause.map { Self.common($0) } : nil
        )
    }

    /// The group of a journal entry with which a timer or a job was given up; nil for other entries. A cancellation is no problem.
    package init?(_ entry: JournalEntry) {
        guard let delivery = entry.delivery, delivery.result != .completed, delivery.isCancelled != true else {
            return nil
        }
        self.init(
            kind: .givenUp,
            flow: entry.flow,
            name: entry.name,
            code: ProblemCode.flowFailed.rawValue,
            cause: delivery.cause.map { Self.common($0) } ?? delivery.message.map { Self.common($0) }
        )
    }

    /// The common part of a text for users: its key, because it has no arguments, or what is common of a verbatim text.
    private static func common(_ text: Text) -> String {
        guard text.key == "%@" else {
            let key = text.key.replacing(/%(\d+\$)?(@|lld|lf)/, with: "…").replacing("%%", with: "%")
            return common(key)
        }
        return switch text.arguments.first {
        case .string(let string): common(string)
        case .text(let inner): common(inner)
        default: "…"
        }
    }

    /// The common part of a cause.
    private static func common(_ cause: String) -> String {
        cause.withoutVariableParts.shortened(toBytes: mostCauseBytes)
    }
}
