package import Fairway

/// The position of a row in a list by time: the time in milliseconds since 1970, and the row's id or number.
package struct TimePosition: CustomStringConvertible, Sendable {
    package var time: Int
    package var rest: String

    package init(time: Int, rest: String) { (self.time, self.rest) = (time, rest) }

    /// Reads a cursor; nil if there is none.
    package init?(cursor: String?) throws(StoreError) {
        guard let cursor else { return nil }
        let parts = cursor.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2, let time = Int(parts[0]) else { throw .invalidCursor }
        self.init(time: time, rest: parts[1])
    }

    package var description: String { "\(time).\(rest)" }
}
