import Glibc

extension HTTPConnection {
    /// Called when the server stops. Reads the input that has arrived, and sends the output. The next request is the
    /// connection's last.
    func drain(reading buffer: UnsafeMutableRawBufferPointer) {
        if state.isClosed { return }
        // A stream that begins during `readLast` is told of the shutdown when it begins.
        let stream = stream
        perform(state.apply(.ending))
        readLast(into: buffer)
        flush()
        perform(state.apply(.drained))
        if !state.isClosed, let stream { stream.onEvent?(.shuttingDown) }
    }

    /// Called when the grace period has ended: closes an idle connection unless a request has arrived.
    func closeIfIdle(reading buffer: UnsafeMutableRawBufferPointer) {
        if state.isClosed { return }
        readLast(into: buffer)
        flush()
        // A request that is not parsed yet has arrived, too. It is handled after the client has read the output before
        // it.
        if unparsed.isEmpty { perform(state.apply(.graceEnded)) }
    }

    private func readLast(into buffer: UnsafeMutableRawBufferPointer) {
        guard state.takesRequests, unparsed.isEmpty else { return }
        if !read(into: buffer) { endInput() }
    }

    /// Called when the shutdown reaches its time limit: sends as much as the socket takes, and closes.
    func cutOff() {
        flush()
        abort(.shutdown)
    }

    func clientHasGone() { abort(.gone) }

    /// Closes the connection immediately. It counts as cut if a response was pending or unsent.
    private func abort(_ reason: CutReason) {
        guard !state.isClosed else { return }
        state.abort()
        release(pending.isEmpty && output.count == 0 ? nil : reason)
    }

    /// Closes a connection that was not added to its event loop.
    func abandon() {
        state.abort()
        Glibc.close(descriptor)
        loop.context.admission.release(peer)
    }

    func release(_ reason: CutReason?) {
        loop.remove(self)
        Glibc.close(descriptor)
        loop.counters.add(.connectionsClosed)
        if let reason { loop.counters.add(reason.counter) }
        loop.context.admission.release(peer)
        output.clear(&loop.pool)
        unparsed = []
        incoming = nil
        let pending = self.pending
        self.pending = []
        updateMemory()
        let stream = self.stream
        self.stream = nil
        for (index, response) in pending.enumerated() {
            let begun = index == 0 ? stream : nil
            record(response, begun?.status, begun?.sentBytes ?? 0, cut: reason)
            if case .stream(_, let stream) = response.response { close(stream) }
            response.onGone?()
        }
    }

    // MARK: Memory

    /// Refuses an incomplete request with a large body, and frees the body. Its client may never send the rest.
    func dropLargeBody() {
        incoming?.dropLargeBody()
        updateMemory()
    }

    /// Reports the connection's buffered memory to its event loop.
    func updateMemory() {
        var memory = BufferedMemory()
        if !state.isClosed {
            memory.add(unparsed.count + parser.partial.count + (incoming?.memoryBytes ?? 0))
            for response in pending { response.add(to: &memory) }
            output.add(to: &memory)
        }
        if memory == self.memory { return }
        loop.updateMemory(from: self.memory, to: memory)
        self.memory = memory
    }
}
