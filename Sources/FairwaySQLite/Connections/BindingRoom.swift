/// Where texts that are bound to a statement lie until it has run, so that SQLite need not ask for memory for each.
///
/// There is room for as much as one run has wanted so far. What exceeds it SQLite copies itself, and so it does with what
/// is larger than nearly everything.
struct BindingRoom: ~Copyable {
    private static let most = 16_384
    private var room = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var wanted = 0

    deinit { room.deallocate() }

    /// Copies bytes to where they stay until ``clear()``; nil where there is no room.
    mutating func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
        let start = wanted
        wanted += bytes.count
        guard wanted <= room.count, let place = room.baseAddress?.advanced(by: start), let source = bytes.baseAddress
        else { return nil }
        place.copyMemory(from: source, byteCount: bytes.count)
        return UnsafeRawPointer(place)
    }

    /// Makes room for the next run. Returns whether what has been kept so far is still there, to be overwritten by and by.
    mutating func clear() -> Bool {
        defer { wanted = 0 }
        guard wanted > room.count, room.count < Self.most else { return true }
        room.deallocate()
        room = .allocate(
            byteCount: min(Self.most, 1 << (Int.bitWidth - (wanted - 1).leadingZeroBitCount)),
            alignment: 1
        )
        return false
    }
}
