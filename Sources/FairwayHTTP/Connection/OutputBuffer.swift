import Glibc

/// The unsent output of a connection: blocks that were written to, and large bodies, which are shared and not copied.
struct OutputBuffer {
    enum SendResult: Equatable {
        case drained
        case blocked
        case failed
    }

    private enum Piece {
        case block(OutputBlock)
        case bytes([UInt8])

        var count: Int {
            switch self {
            case .block(let block): block.count
            case .bytes(let bytes): bytes.count
            }
        }
    }

    /// A longer body that does not fit into the open block is not copied.
    private static let maximumCopiedBytes = 4 * 1024

    private var closed: [Piece] = []
    private var open: OutputBlock?
    private var sentOfFirst = 0
    private var closedCount = 0

    var count: Int { closedCount + (open?.count ?? 0) - sentOfFirst }

    /// A block with at least `room` bytes left, to append to.
    mutating func block(room: Int, _ pool: inout OutputBlockPool) -> OutputBlock {
        if let open {
            if open.room >= room { return open }
            close(.block(open))
        }
        let block = pool.take(room: room)
        open = block
        return block
    }

    mutating func append(_ bytes: [UInt8], _ pool: inout OutputBlockPool) {
        if bytes.isEmpty { return }
        if let open, open.room >= bytes.count {
            open.append(bytes)
        } else if bytes.count <= Self.maximumCopiedBytes {
            block(room: bytes.count, &pool).append(bytes)
        } else {
            if let open { close(.block(open)) }
            open = nil
            close(.bytes(bytes))
        }
    }

    private mutating func close(_ piece: Piece) {
        closed.append(piece)
        closedCount += piece.count
    }

    /// Sends as much as the socket takes.
    mutating func send(on descriptor: Int32, _ pool: inout OutputBlockPool) -> SendResult {
        while let piece = closed.first {
            // MSG_MORE lets the kernel fill the packet with the next piece.
            let flags = closed.count > 1 || open != nil ? Int32(MSG_MORE) : 0
            let progress = send(piece, on: descriptor, flags)
            guard progress == .drained else { return progress }
            closed.removeFirst()
            closedCount -= piece.count
            if case .block(let block) = piece { pool.giveBack(block) }
        }
        guard let open else { return .drained }
        let progress = send(.block(open), on: descriptor, 0)
        guard progress == .drained else { return progress }
        self.open = nil
        pool.giveBack(open)
        return .drained
    }

    private mutating func send(_ piece: Piece, on descriptor: Int32, _ flags: Int32) -> SendResult {
        let progress =
            switch piece {
            case .block(let block): Self.send(block.bytes, &sentOfFirst, on: descriptor, flags)
            case .bytes(let bytes): bytes.withUnsafeBytes { Self.send($0, &sentOfFirst, on: descriptor, flags) }
            }
        if progress == .drained { sentOfFirst = 0 }
        return progress
    }

    private static func send(
        _ bytes: UnsafeRawBufferPointer,
        _ sent: inout Int,
        on descriptor: Int32,
        _ flags: Int32
    ) -> SendResult {
        while sent < bytes.count {
            let rest = bytes.part(sent..<bytes.count)
            let count = Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL) | flags)
            if count >= 0 {
                sent += count
            } else if errno == EAGAIN {
                return .blocked
            } else if errno != EINTR {
                return .failed
            }
        }
        return .drained
    }

    /// A block counts with its full capacity.
    func add(to memory: inout BufferedMemory) {
        for piece in closed {
            switch piece {
            case .block(let block): memory.add(block.capacity)
            case .bytes(let bytes): memory.add(bytes)
            }
        }
        if let open { memory.add(open.capacity) }
    }

    mutating func clear(_ pool: inout OutputBlockPool) {
        for case .block(let block) in closed { pool.giveBack(block) }
        if let open { pool.giveBack(open) }
        self = OutputBuffer()
    }
}
