/// Bounds on a JSON text, against documents made to exhaust the stack or the memory.
public struct JSONLimits: Hashable, Sendable {
    /// How many arrays and objects may be open inside one another; one more is ``JSONError/Code/tooDeep``.
    public let depth: Int
    /// How long a text may be, in bytes.
    public let bytes: Int

    /// 64 levels, 64 MiB: for what comes from outside, and for what is written.
    public static let standard = JSONLimits()

    /// As deep as can be: for reading what has been put together from texts of the standard depth, a row with screens in it,
    /// a state with modals over modals and what a user has typed. What stands around such a text must not keep it from being
    /// read.
    public static let reading = JSONLimits(depth: mostDepth)

    /// Decoding a nested value uses the stack, so the depth cannot be set beyond what a thread's stack holds.
    static let mostDepth = 512
    /// What the index over a document can address.
    static let mostBytes = 256 << 20

    /// - Parameters:
    ///   - depth: From 1 to 512.
    ///   - bytes: From 1 to 256 MiB.
    public init(depth: Int = 64, bytes: Int = 64 << 20) {
        precondition((1...Self.mostDepth).contains(depth), "a JSON depth limit is from 1 to \(Self.mostDepth)")
        precondition((1...Self.mostBytes).contains(bytes), "a JSON size limit is from 1 to \(Self.mostBytes) bytes")
        self.depth = depth
        self.bytes = bytes
    }

    var tooDeepMessage: String { "more than \(depth) arrays and objects inside one another" }
}
