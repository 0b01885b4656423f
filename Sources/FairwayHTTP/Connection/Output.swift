import Glibc

/// What waits to be sent on a connection, in order: blocks that were written to, and bodies that are shared with their
/// owner and not copied.
struct Output {
    enum Progress: Equatable {
        case drained
        case blocked
        case failed
    }

    private enum Piece {
        case block(Block)
        case bytes([UInt8])

        var count: Int {
            switch self {
            case .block(let block): block.count
            case .bytes(let bytes): bytes.count
            }
        }
    }

    /// A body that does not fit where the head stands is copied up to here, and sent from where it lies beyond.
    private static let copiedBytes = 4 * 1024

    private var closed: [Piece] = []
    private var open: Block?
    private var sentOfFirst = 0
    private var closedCount = 0

    /// How many bytes wait.
    var count: Int { closedCount + (open?.count ?? 0) - sentOfFirst }

    /// The block to write the next bytes to; it has at least that much room.
    mutating func block(room: Int, _ pool: inout BlockPool) -> Block {
        if let open {
            if open.room >= room { return open }
            close(.block(open))
        }
        let block = pool.take(room: room)
        open = block
        return block
    }

    /// Takes bytes that may be shared.
    mutating func append(_ bytes: [UInt8], _ pool: inout BlockPool) {
        if bytes.isEmpty { return }
        if let open, open.room >= bytes.count {
            open.append(bytes)
        } else if bytes.count <= Self.copiedBytes {
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
    mutating func send(on descriptor: Int32, _ pool: inout BlockPool) -> Progress {
        while let piece = closed.first {
            // More follows, so the kernel may wait and fill a packet.
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

    private mutating func send(_ piece: Piece, on descriptor: Int32, _ flags: Int32) -> Progress {
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
    ) -> Progress {
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

    /// Blocks are held whole, however little is in them.
    func add(to holding: inout Holding) {
        for piece in closed {
            switch piece {
            case .block(let block): holding.add(block.capacity)
            case .bytes(let bytes): holding.add(bytes)
            }
        }
        if let open { holding.add(open.capacity) }
    }

    /// Drops what waits.
    mutating func clear(_ pool: inout BlockPool) {
        for case .block(let block) in closed { pool.giveBack(block) }
        if let open { pool.giveBack(open) }
        self = Output()
    }
}
