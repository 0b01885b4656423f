/// A session's id with its hash: who looks for one among a hundred thousand, or moves others up where one has left, need not
/// read the text of any but that one, which nobody may have touched for long.
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
