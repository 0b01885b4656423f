/// Where an ordered flow stands.
public struct Progress: Codable, Hashable, Sendable {
    /// The step in front, from 0.
    public var index: Int
    /// How many steps are declared.
    public var count: Int
    /// How many of those before it are not gone through.
    public var skipped: Int

    /// A place in an order.
    public init(index: Int, count: Int, skipped: Int) {
        self.index = index
        self.count = count
        self.skipped = skipped
    }
}
