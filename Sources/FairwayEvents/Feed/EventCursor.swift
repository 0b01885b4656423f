/// A position in the feed: behind one event, and before the next.
///
/// On the wire it is an opaque text.
public struct EventCursor: Hashable, Sendable, LosslessStringConvertible {
    /// The timeline of the event; empty at the beginning of a feed that has removed nothing.
    let timeline: String
    /// The number of the event; 0 at that beginning.
    let number: Int

    init(timeline: String, number: Int) { (self.timeline, self.number) = (timeline, number) }

    /// Reads the text of a cursor. Returns nil if no store gives out such a text.
    public init?(_ text: String) {
        guard text != Self.start.description else {
            self = .start
            return
        }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[1]), number > 0, "\(number)" == parts[1],
            (1...Self.mostTimelineBytes).contains(parts[0].utf8.count),
            parts[0].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (97...102).contains($0) }
            )
        else { return nil }
        self.init(timeline: String(parts[0]), number: number)
    }

    /// The text.
    public var description: String { timeline.isEmpty ? "\(number)" : "\(timeline)-\(number)" }

    /// A cursor that no store gives out.
    package static let unknown = EventCursor(timeline: "", number: 1)

    private static let start = EventCursor(timeline: "", number: 0)
    private static let mostTimelineBytes = 32
}
