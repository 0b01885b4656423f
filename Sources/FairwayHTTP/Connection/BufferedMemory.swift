/// The memory that a connection uses for its client: incomplete and unanswered requests, and unsent responses.
struct BufferedMemory: Equatable {
    /// Less than this is not counted, so the usual request needs no accounting.
    static let smallBytes = 4 * 1024

    private var bytes = 0
    /// Large unsent bodies. Other connections may send the same ones.
    private(set) var bodies: [SharedBody] = []

    /// The memory that only this connection uses.
    var ownBytes: Int { bytes < Self.smallBytes ? 0 : bytes }

    static func == (one: BufferedMemory, other: BufferedMemory) -> Bool {
        one.ownBytes == other.ownBytes && one.bodies == other.bodies
    }

    mutating func add(_ count: Int) { bytes += count }

    mutating func add(_ body: [UInt8]) {
        if body.count > Self.smallBytes { bodies.append(SharedBody(body)) } else { bytes += body.count }
    }
}

/// An unsent body, identified by its address: responses that share an array use its memory once.
///
/// This does not retain the body. If a body is released and another of the same size is allocated at its address before
/// the connection's next flush, both count as one until then.
struct SharedBody: Hashable {
    let address: UInt
    let count: Int

    init(_ bytes: [UInt8]) {
        address = bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
        count = bytes.count
    }
}

/// The unsent large bodies of an event loop's connections. Each is counted once.
struct SharedBodyTable {
    private var references: [SharedBody: Int] = [:]

    /// Adds a reference. Returns the additional bytes.
    mutating func retain(_ body: SharedBody) -> Int {
        references[body, default: 0] += 1
        return references[body] == 1 ? body.count : 0
    }

    /// Removes a reference. Returns the bytes that are no longer used.
    mutating func release(_ body: SharedBody) -> Int {
        guard let others = references[body].map({ $0 - 1 }), others > 0 else {
            return references.removeValue(forKey: body) == nil ? 0 : body.count
        }
        references[body] = others
        return 0
    }
}
