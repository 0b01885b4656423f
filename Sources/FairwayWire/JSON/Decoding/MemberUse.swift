/// The members of a JSON text that a type did not use, and those that it lacked.
///
/// A member is given by its path: `policy`, or `items/*/price` for a member of each element of an array or of each value
/// of a dictionary. `/` and `~` in a name are escaped as in a JSON Pointer (RFC 6901, section 3).
package struct MemberUse: Hashable, Sendable {
    /// The members that the type never looked up.
    package var unread: Set<String> = []
    /// The members that the type looked up and that the text does not have.
    package var absent: Set<String> = []

    package var isComplete: Bool { unread.isEmpty && absent.isEmpty }
}

extension JSON {
    /// Decodes a value, optionally with absent members taken from a second text as in
    /// ``decode(_:from:absentMembersFrom:userInfo:limits:)``, and tells which members it used.
    package static func decodeNotingUse<Value: Decodable>(
        _ type: Value.Type,
        from bytes: [UInt8],
        absentMembersFrom defaults: [UInt8]? = nil
    ) throws -> (value: Value, use: MemberUse) {
        let own = try bytes.withUnsafeBufferPointer { try JSONDocument($0, userInfo: [:], limits: .reading) }
        let document = try defaults.map { try own.filled(from: $0, limits: .reading) } ?? own
        document.missed = [:]
        let value = try document.decode(type, at: 0)
        return (value, document.use(added: document === own ? nil : own.memberCount))
    }

    /// Whether a text has a member with this path. `*` stands for any element or member.
    package static func hasMember(_ path: String, in bytes: [UInt8]) throws -> Bool {
        let document = try bytes.withUnsafeBufferPointer { try JSONDocument($0, userInfo: [:], limits: .reading) }
        return document.has(path.split(separator: "/", omittingEmptySubsequences: false)[...], at: 0)
    }
}

extension JSONDocument {
    /// The number of members of the outermost value, if it is an object.
    fileprivate var memberCount: Int {
        self[0].kind == .object ? members(of: 0).reduce(0) { count, _ in count + 1 } : 0
    }

    /// - Parameter added: The position of the first member of the outermost object that was taken from defaults. Nil if
    ///   there are none.
    fileprivate func use(added: Int?) -> MemberUse {
        var use = MemberUse()
        // Most texts have exactly the members of their type. Only the others are worth a path for each object.
        guard added != nil || missed?.isEmpty == false || hasUnread(in: 0) else { return use }
        note(0, "", &use, added: added)
        return use
    }

    private func hasUnread(in container: Int) -> Bool {
        let isObject = self[container].kind == .object
        guard isObject ? self[container].use.rawValue >= JSONToken.Use.members.rawValue : true else { return false }
        let end = Int(self[container].next)
        var place = container + 1
        while place < end {
            let value = isObject ? place + 1 : place
            let token = self[value]
            if isObject, token.use == .none { return true }
            if token.kind.rawValue >= JSONToken.Kind.array.rawValue, hasUnread(in: value) { return true }
            place = Int(token.next)
        }
        return false
    }

    /// - Parameter path: The path of the container; ends with a slash unless it is empty.
    private func note(_ container: Int, _ path: String, _ use: inout MemberUse, added: Int? = nil) {
        switch self[container].kind {
        case .array:
            for element in elements(of: container) { note(element, path + "*/", &use) }
        case .object:
            let token = self[container]
            guard token.use == .members || token.use == .anyNames else { return }
            for (place, member) in members(of: container).enumerated() {
                let name = token.use == .anyNames ? "*" : Self.escaped(stringValue(at: member.name))
                let isRead = self[member.value].use != .none
                if let added, place >= added {
                    if isRead { use.absent.insert(path + name) }
                } else if !isRead {
                    use.unread.insert(path + name)
                } else {
                    note(member.value, path + name + "/", &use)
                }
            }
            for name in missed?[container] ?? [] { use.absent.insert(path + Self.escaped(name)) }
        default: return
        }
    }

    fileprivate func has(_ path: ArraySlice<Substring>, at index: Int) -> Bool {
        guard let first = path.first else { return true }
        let rest = path.dropFirst()
        switch self[index].kind {
        case .array:
            return first == "*" && elements(of: index).contains { has(rest, at: $0) }
        case .object:
            return members(of: index).contains { name, value in
                (first == "*" || Self.escaped(stringValue(at: name)) == first) && has(rest, at: value)
            }
        default: return false
        }
    }

    private static func escaped(_ name: String) -> String {
        let path: [any CodingKey] = [JSONKey(name: name)]
        return String(path.jsonPointer.dropFirst())
    }
}
