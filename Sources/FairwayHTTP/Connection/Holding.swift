/// What a connection holds in memory for its client: what has come of a request, requests that are not answered, answers
/// that wait for their turn or for the client to take them.
struct Holding {
    /// Less than this is not counted. So the usual request, which is held for a moment, costs no counting, and the usual
    /// body is taken however much others hold.
    static let smallBytes = 4 * 1024

    private var bytes = 0
    /// What others may hold too.
    private(set) var bodies: [HeldBody] = []

    /// What is the connection's alone.
    var ownBytes: Int { bytes < Self.smallBytes ? 0 : bytes }

    mutating func add(_ count: Int) { bytes += count }

    mutating func add(_ body: [UInt8]) {
        if body.count > Self.smallBytes { bodies.append(HeldBody(body)) } else { bytes += body.count }
    }
}
