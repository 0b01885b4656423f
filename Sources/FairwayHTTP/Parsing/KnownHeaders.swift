/// Some of the known header fields: a bit for each, so that asking for one does not go through a request's fields.
struct KnownHeaders: Sendable {
    private var bits: UInt32 = 0

    func contains(_ header: KnownHeader) -> Bool { bits & 1 << header.rawValue != 0 }

    mutating func insert(_ header: KnownHeader) { bits |= 1 << header.rawValue }
}
