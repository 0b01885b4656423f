import Dispatch
import Synchronization

/// A streamed response without a socket: its ``BodyWriter`` adds bytes, and its ``DirectBody`` takes them.
final class DirectStream: Sendable {
    /// The head of the response, as the handler has made it.
    let head: Response
    private let call: DirectCall
    private let state = Mutex(State())

    private struct State {
        /// Nil after the end, to break a cycle.
        var writer: BodyWriter?
        var onEvent: (@Sendable (BodyWriter.BodyEvent) -> Void)?
        /// The bytes that the reader has not taken.
        var unread: [UInt8] = []
        /// The reader, while it waits for bytes.
        var reader: CheckedContinuation<[UInt8]?, Never>?
        var reads = 0
        /// Whether a check is scheduled that closes the stream if it is not read.
        var isWatched = false
        var sentBytes = 0
    }

    init(_ head: Response, of call: DirectCall) { (self.head, self.call) = (head, call) }

    /// Must be called before the head is given to the reader.
    func begin(_ writer: BodyWriter, _ onEvent: @escaping @Sendable (BodyWriter.BodyEvent) -> Void) {
        state.withLock { ($0.writer, $0.onEvent) = (writer, onEvent) }
    }

    // MARK: The writer

    /// Adds bytes. After the end, they are dropped.
    func append(_ bytes: [UInt8]) {
        let (reader, begins, wakes) = state.withLock { state -> (CheckedContinuation<[UInt8]?, Never>?, Bool, Bool) in
            guard let writer = state.writer else { return (nil, false, false) }
            state.sentBytes += bytes.count
            if let reader = state.reader {
                state.reader = nil
                return (reader, false, writer.flushed(moved: bytes.count, unsent: 0))
            }
            state.unread += bytes
            admission.addMemory(bytes.count)
            defer { state.isWatched = true }
            return (nil, !state.isWatched, writer.flushed(moved: bytes.count, unsent: state.unread.count))
        }
        reader?.resume(returning: bytes)
        if wakes { tell(.writable) }
        if begins { watchReader() }
    }

    /// Ends the stream. The reader can still take the bytes that it has not read.
    func finish() { end(nil) }

    // MARK: The reader

    /// The next bytes, as soon as there are some; nil at the end. Ends the stream if the task is cancelled.
    func next() async -> [UInt8]? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                let (bytes, waits, wakes) = state.withLock { state -> ([UInt8]?, Bool, Bool) in
                    if state.unread.isEmpty, state.writer != nil {
                        precondition(state.reader == nil, "A streamed body has one reader.")
                        state.reader = reader
                        return (nil, true, false)
                    }
                    guard !state.unread.isEmpty else { return (nil, false, false) }
                    defer { state.unread = [] }
                    state.reads += 1
                    admission.addMemory(-state.unread.count)
                    return (state.unread, false, state.writer?.flushed(moved: 0, unsent: 0) ?? false)
                }
                if waits { return }
                reader.resume(returning: bytes)
                if wakes { tell(.writable) }
            }
        } onCancel: {
            close(.gone)
        }
    }

    /// Cuts the reader off if it takes nothing for too long, as a client that does not read its socket.
    private func watchReader() {
        let reads = state.withLock(\.reads)
        call.loop.context.clock.after(milliseconds: admission.writeStallSeconds * 1_000, on: .global()) { [weak self] in
            self?.checkReader(since: reads)
        }
    }

    private func checkReader(since reads: Int) {
        let isWatched = state.withLock { state in
            state.isWatched = state.writer != nil && !state.unread.isEmpty
            return state.isWatched
        }
        guard isWatched else { return }
        if state.withLock(\.reads) == reads { close(.stalled) } else { watchReader() }
    }

    // MARK: The end

    /// Asks the writer to finish, because the server stops.
    func shutDown() { tell(.shuttingDown) }

    /// Ends the stream before its writer has finished it. Unread bytes are dropped.
    func close(_ reason: CutReason) { end(reason) }

    private func end(_ cut: CutReason?) {
        let ended = state.withLock { state in
            let ended = state
            (state.writer, state.onEvent, state.reader) = (nil, nil, nil)
            if cut != nil {
                state.unread = []
                admission.addMemory(-ended.unread.count)
            }
            return ended
        }
        ended.reader?.resume(returning: nil)
        guard let writer = ended.writer else { return }
        let isCut = writer.close()
        call.loop.run {
            if isCut { ended.onEvent?(.closed) }
            self.call.record(self.head, bytes: ended.sentBytes, cut: cut)
            self.call.loop.context.directCalls.end(self)
        }
    }

    private func tell(_ event: BodyWriter.BodyEvent) {
        call.loop.run { self.state.withLock(\.onEvent)?(event) }
    }

    private var admission: HTTPAdmission { call.loop.context.admission }
}

/// The body of a response that is streamed without a socket. Its release ends the stream.
public final class DirectBody: Sendable {
    private let stream: DirectStream

    init(_ stream: DirectStream) { self.stream = stream }

    deinit { stream.close(.gone) }

    /// The next bytes, as soon as there are some; nil at the end, or if the task is cancelled.
    public func next() async -> [UInt8]? { await stream.next() }
}
