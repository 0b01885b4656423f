extension Connection {
    /// Writes the head of a stream whose turn has come, and what its writer has written meanwhile.
    func begin(_ stream: Stream, _ response: Response, _ awaited: AwaitedAnswer) {
        var response = response
        queue.context.cors?.mark(&response, origin: awaited.origin)
        // HTTP/1.0 knows no chunks: there the end of the connection is the end of the body.
        stream.isChunked = !awaited.isOldVersion
        perform(state.apply(.streamBegan(isFramed: stream.isChunked)))
        let before = output.count
        ResponseEncoder.writeHead(
            of: response,
            framing: stream.isChunked ? .chunked : .untilClose,
            to: output.block(room: ResponseEncoder.room(response), &queue.pool),
            date: queue.date,
            id: awaited.id,
            persistence: persistence(awaited)
        )
        stream.status = response.status
        stream.sentBytes = output.count - before
        self.stream = stream
        if awaited.method == .head || response.status.forbidsBody {
            stream.hasBody = false
            if stream.writer.close() { stream.onEvent?(.closed) }
            return finish(stream)
        }
        for bytes in stream.waiting { append(bytes, to: stream) }
        stream.waiting = []
        if stream.isFinished { finish(stream) } else if queue.isStopping { stream.onEvent?(.shuttingDown) }
    }

    /// Takes bytes of a stream, wherever in line its request stands.
    func write(_ sequence: Int, _ bytes: [UInt8]) {
        guard let stream = stream(sequence) else { return }
        if stream === self.stream {
            append(bytes, to: stream)
        } else {
            stream.waiting.append(bytes)
        }
        touch()
    }

    /// Ends a stream.
    func finish(_ sequence: Int) {
        guard let stream = stream(sequence) else { return }
        if stream === self.stream { finish(stream) } else { stream.isFinished = true }
    }

    /// Tells the writer how far what it wrote has got.
    func tellStream(unsent: Int) {
        guard let stream else { return }
        let moved = stream.moved
        stream.moved = 0
        if stream.writer.flushed(moved: moved, unsent: unsent) { stream.onEvent?(.writable) }
    }

    /// The client has gone before the stream was finished.
    func end(_ stream: Stream) {
        let onEvent = stream.onEvent
        stream.onEvent = nil
        if stream.writer.close() { onEvent?(.closed) }
    }

    private func stream(_ sequence: Int) -> Stream? {
        guard case .stream(_, let stream) = line.first(where: { $0.sequence == sequence })?.answer else { return nil }
        return stream
    }

    private func append(_ bytes: [UInt8], to stream: Stream) {
        stream.moved += bytes.count
        let before = output.count
        defer { stream.sentBytes += output.count - before }
        guard stream.isChunked else { return output.append(bytes, &queue.pool) }
        // RFC 9112 section 7.1.
        let size = output.block(room: 20, &queue.pool)
        size.append(hexadecimal: bytes.count)
        size.append("\r\n")
        output.append(bytes, &queue.pool)
        output.block(room: 2, &queue.pool).append("\r\n")
    }

    private func finish(_ stream: Stream) {
        guard let awaited = line.first else { return }
        if stream.isChunked, stream.hasBody { output.block(room: 8, &queue.pool).append("0\r\n\r\n") }
        stream.onEvent = nil
        self.stream = nil
        complete(awaited, stream.status, stream.sentBytes)
        touch()
    }
}
