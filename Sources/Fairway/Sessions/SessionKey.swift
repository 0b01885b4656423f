/// A session's id with its hash. Growing or searching the cache then rarely reads the ids themselves, which would be
/// cache misses for idle sessions.
struct SessionKey: Hashable, Sendable {
    let id: String
    private let hash: Int

    init(_ id: String) {
        self.id = id
        hash = id.hashValue
    }

    static func == (left: SessionKey, right: SessionKey) -> Bool { left.hash == right.hash && left.id == right.id }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
