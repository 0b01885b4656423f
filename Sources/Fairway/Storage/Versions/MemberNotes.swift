import FairwayWire
import Synchronization

/// A type of the app whose values are stored.
public struct StoredType: Hashable, Sendable, CustomStringConvertible {
    /// The kind of type.
    public let kind: Kind
    /// The name in the store.
    public let name: String

    /// The kinds of stored types.
    public enum Kind: String, Hashable, Sendable {
        /// A flow controller.
        case flow
        /// A screen with state of its own.
        case screen
        /// A job.
        case job
        /// An event of a timer.
        case event
        /// The output of a job, which waits for its delivery. Its name is that of the job.
        case result
    }

    init(_ kind: Kind, _ name: String) { (self.kind, self.name) = (kind, name) }

    /// The kind and the name, as in “the flow Basket”.
    public var description: String { "the \(kind.rawValue) \(kind == .result ? "of " : "")\(name)" }
}

/// A member of stored values.
public struct StoredMember: Hashable, Sendable {
    /// The type that decodes the values.
    public let type: StoredType
    /// The member's name, or the path of a nested member, as in ``Versioned/retired``.
    public let path: String
}

/// The members of stored values that the types of this build ignore, and those that the values lack.
///
/// The blueprint has one for everything that the server decodes. It warns once about each type with ignored members. The
/// command `check` uses another one for each session.
package final class MemberNotes: Sendable {
    /// Most types have a fixed number of members. A type's own `init(from:)` can look up any number of names; those beyond
    /// the limit are not noted.
    private static let most = 1_000

    private let state = Mutex(State())

    package init() {}

    private struct State {
        var ignored: Set<StoredMember> = []
        var defaulted: Set<StoredMember> = []
        /// Members that a type does not read but writes again, so that nothing is lost.
        var rewritten: Set<StoredMember> = []
        /// One for each type with ignored members.
        var warnings: [String] = []
        var report: (@Sendable (String) -> Void)?
    }

    /// Notes the members that a type did not use or that its stored value lacked.
    ///
    /// - Parameter encoded: The decoded value, as this build stores it.
    func note(_ use: MemberUse, of type: StoredType, retired: [String], _ encoded: () throws -> [UInt8]) {
        guard !use.isComplete else { return }
        let defaulted = Set(use.absent.map { StoredMember(type: type, path: $0) })
        let unread = Set(use.unread.subtracting(retired).map { StoredMember(type: type, path: $0) })
        var unknown = state.withLock { state in
            if state.defaulted.count < Self.most { state.defaulted.formUnion(defaulted) }
            return unread.subtracting(state.rewritten).subtracting(state.ignored)
        }
        guard !unknown.isEmpty, let bytes = try? encoded() else { return }
        let rewritten = unknown.filter { (try? JSON.hasMember($0.path, in: bytes)) ?? false }
        unknown.subtract(rewritten)
        let (warning, report) = state.withLock { state in
            if state.rewritten.count < Self.most { state.rewritten.formUnion(rewritten) }
            let isFirst = !unknown.isEmpty && !state.ignored.contains { $0.type == type }
            if state.ignored.count < Self.most { state.ignored.formUnion(unknown) }
            guard isFirst else { return (nil as String?, state.report) }
            let warning = Self.warning(type, ignored: unknown, defaulted: defaulted)
            state.warnings.append(warning)
            return (warning, state.report)
        }
        if let warning { report?(warning) }
    }

    package var isEmpty: Bool { state.withLock { $0.ignored.isEmpty && $0.defaulted.isEmpty } }
    package var ignored: Set<StoredMember> { state.withLock { $0.ignored } }
    package var defaulted: Set<StoredMember> { state.withLock { $0.defaulted } }

    /// Reports the warnings so far, and each later one when it arises.
    func report(to sink: @escaping @Sendable (String) -> Void) {
        let earlier = state.withLock { state in
            state.report = sink
            return state.warnings
        }
        earlier.forEach(sink)
    }

    private static func warning(
        _ type: StoredType,
        ignored: Set<StoredMember>,
        defaulted: Set<StoredMember>
    ) -> String {
        func list(_ members: Set<StoredMember>) -> String {
            members.map { "“\($0.path)”" }.sorted().joined(separator: ", ")
        }
        let rename = defaulted.isEmpty ? "" : " It lacks \(list(defaulted)), which looks like a rename."
        return "A stored value of \(type) has \(list(ignored)), which this build ignores.\(rename) "
            + "Convert it in `migrate` under a new `version`, or list it in `retired`."
    }
}

extension Engine {
    /// Reports once each type that ignores members of its stored values.
    package func reportIgnoredMembers(to sink: @escaping @Sendable (String) -> Void) {
        blueprint.members.report(to: sink)
    }
}
