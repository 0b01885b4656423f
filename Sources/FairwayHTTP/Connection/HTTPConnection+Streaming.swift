/// The event loop's side of a `BodyWriter`. Unchecked: it is accessed on the event loop only.
final class ResponseStream: @unchecked Sendable {
    let writer: BodyWriter
    /// Nil after the end, to break a cycle: the closure may retain the owner of the writer.
    var onEvent: (@Sendable (BodyWriter.BodyEvent) -> Void)?
    /// Bytes from the writer that cannot be sent until the earlier responses of the connection are complete.
    var waiting: [[UInt8]] = []
    var isFinished = false
    var status: Status = 200
    var isChunked = true
    /// False in response to `HEAD`, and for a status without a body.
    var hasBody = true
    /// Bytes moved to the output since the last flush.
    var moved = 0
    /// All bytes moved to the output, with the head and the framing.
    var sentBytes = 0

    init(_ writer: BodyWriter, _ onEvent: @escaping @Sendable (BodyWriter.BodyEvent) -> Void) {
        self.writer = writer
        self.onEvent = onEvent
    }
}

extension HTTPConnection {
    /// Writes the head of a stream, and the bytes that wait for it.
    func begin(_ stream: ResponseStream, _ response: Response, _ request: PendingResponse) {
        var response = response
        loop.context.cors?.mark(&response, origin: request.origin)
        // HTTP/1.0 has no chunks: closing the connection ends the body.
        stream.isChunked = !request.isHTTP10
        perform(state.apply(.streamBegan(isFramed: stream.isChunked)))
        let before = output.count
        writeHead(response, stream.isChunked ? .chunked : .untilClose, to: request)
        stream.status = response.status
        stream.sentBytes = output.count - before
        self.stream = stream
        if request.method == .head || response.status.forbidsBody {
            stream.hasBody = false
            if stream.writer.close() { stream.onEvent?(.closed) }
            return finish(stream)
        }
        for bytes in stream.waiting { append(bytes, to: stream) }
        stream.waiting = []
        if stream.isFinished { finish(stream) } else if loop.isStopping { stream.onEvent?(.shuttingDown) }
    }

    func write(_ sequence: Int, _ bytes: [UInt8]) {
        guard let stream = stream(sequence) else { return }
        if stream === self.stream {
            append(bytes, to: stream)
        } else {
            stream.waiting.append(bytes)
        }
        touch()
    }

    func finish(_ sequence: Int) {
        guard let stream = stream(sequence) else { return }
        if stream === self.stream { finish(stream) } else { stream.isFinished = true }
    }

    /// Reports the progress of a flush to the stream's writer.
    func notifyStream(unsent: Int) {
        guard let stream else { return }
        let moved = stream.moved
        stream.moved = 0
        if stream.writer.flushed(moved: moved, unsent: unsent) { stream.onEvent?(.writable) }
    }

    /// Ends a stream after its connection has closed.
    func close(_ stream: ResponseStream) {
        let onEvent = stream.onEvent
        stream.onEvent = nil
        if stream.writer.close() { onEvent?(.closed) }
    }

    private func stream(_ sequence: Int) -> ResponseStream? {
        guard case .stream(_, let stream) = pending.first(where: { $0.sequence == sequence })?.response else {
            return nil
        }
        return stream
    }

    private func append(_ bytes: [UInt8], to stream: ResponseStream) {
        stream.moved += bytes.count
        let before = output.count
        defer { stream.sentBytes += output.count - before }
        guard stream.isChunked else { return output.append(bytes, &loop.pool) }
        // RFC 9112 section 7.1.
        let size = output.block(room: 20, &loop.pool)
        size.append(hexadecimal: bytes.count)
        size.append("\r\n")
        output.append(bytes, &loop.pool)
        output.block(room: 2, &loop.pool).append("\r\n")
    }

    private func finish(_ stream: ResponseStream) {
        guard let request = pending.first else { return }
        if stream.isChunked, stream.hasBody { output.block(room: 8, &loop.pool).append("0\r\n\r\n") }
        stream.onEvent = nil
        self.stream = nil
        complete(request, stream.status, stream.sentBytes)
        touch()
    }
}
