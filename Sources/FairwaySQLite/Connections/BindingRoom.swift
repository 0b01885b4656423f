/// Where values that are bound to a statement lie until it has run, so that SQLite need not ask for memory for each.
///
/// It grows with what a run would have had room for. What finds none SQLite copies itself.
struct BindingRoom: ~Copyable {
    /// 16 KiB: it lasts as long as its statement, and each connection has a hundred of these.
    private static let mostBytes = 16_384
    private var room = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var usedBytes = 0
    private var wantedBytes = 0

    deinit { room.deallocate() }

    /// Copies bytes to where they stay until ``clear()``; nil where there is no room.
    mutating func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
        wantedBytes += bytes.count
        guard bytes.count <= room.count - usedBytes, let start = room.baseAddress, let source = bytes.baseAddress
        else { return nil }
        let place = start + usedBytes
        place.copyMemory(from: source, byteCount: bytes.count)
        usedBytes += bytes.count
        return UnsafeRawPointer(place)
    }

    /// Makes room for the next run. Returns whether what has been kept so far is still there, to be overwritten by and by.
    mutating func clear() -> Bool {
        let wanted = min(wantedBytes, Self.mostBytes)
        (usedBytes, wantedBytes) = (0, 0)
        guard wanted > room.count else { return true }
        room.deallocate()
        room = .allocate(byteCount: 1 << (Int.bitWidth - (wanted - 1).leadingZeroBitCount), alignment: 1)
        return false
    }
}
