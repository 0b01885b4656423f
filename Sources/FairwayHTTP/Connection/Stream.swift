/// The event queue's side of a body that is written bit by bit. Unchecked: it is touched on its event queue alone.
final class Stream: @unchecked Sendable {
    let writer: BodyWriter
    /// Dropped at the end, and with it what it holds on to: a writer's owner may be among that.
    var onEvent: (@Sendable (BodyWriter.Event) -> Void)?
    /// Written before the answer's turn came.
    var waiting: [[UInt8]] = []
    var isFinished = false
    var status: Status = 200
    var isChunked = true
    /// False: the answer to `HEAD`, which ends with its head.
    var hasBody = true
    /// Handed to the output since the last flush.
    var moved = 0
    /// Handed to the output since the beginning, with the head and the framing.
    var sentBytes = 0

    init(_ writer: BodyWriter, _ onEvent: @escaping @Sendable (BodyWriter.Event) -> Void) {
        self.writer = writer
        self.onEvent = onEvent
    }
}
