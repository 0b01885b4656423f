import Synchronization

/// The body of a response that the server sends while it makes it, such as the events of a session.
///
/// ```swift
/// for await bytes in stream { try await client.write(bytes) }
/// ```
///
/// It can be read once. The server ends it when the reading ends: after a `break`, an error or the cancellation of the
/// task, and also when a stream that nobody reads is released.
public final class WebStream: AsyncSequence, Hashable, Sendable {
    /// Reading never fails.
    public typealias Failure = Never

    /// Nil after the reading has begun: the stream then belongs to its reader alone.
    private let read: Mutex<(@Sendable () async -> [UInt8]?)?>

    /// Creates a stream.
    ///
    /// - Parameter read: Returns the next bytes; nil at the end. Its release ends the stream.
    package init(read: @escaping @Sendable () async -> [UInt8]?) { self.read = Mutex(read) }

    /// Begins the reading. A second reader gets nothing.
    public func makeAsyncIterator() -> AsyncIterator {
        let unread = read.withLock { read in
            defer { read = nil }
            return read
        }
        return AsyncIterator(read: unread)
    }

    /// Compares the streams, not their bytes.
    public static func == (one: WebStream, other: WebStream) -> Bool { one === other }

    /// Hashes the stream, not its bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// Reads a stream. The chunks of bytes end anywhere.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var read: (@Sendable () async -> [UInt8]?)?

        /// The next bytes, as soon as there are some; nil at the end.
        public mutating func next() async -> [UInt8]? {
            guard let bytes = await read?() else {
                read = nil
                return nil
            }
            return bytes
        }
    }
}
