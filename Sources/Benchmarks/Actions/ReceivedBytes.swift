import Glibc

/// What has come of an answer, looked through for the same few texts each time.
///
/// One answer is much like the one before, so a text is sought first where it was found last: what the load takes of the
/// processors is not there for the server that is measured.
struct ReceivedBytes {
    private static let mostBytes = 16 << 20
    private static let usualBytes = 64 << 10
    private var buffer = [UInt8](repeating: 0, count: usualBytes)
    private(set) var count = 0

    /// Takes in what has come on a descriptor; false: nothing will any more, or it is more than any answer has.
    mutating func read(from descriptor: Int32) -> Bool {
        if count == buffer.count {
            guard count < Self.mostBytes else { return false }
            buffer.append(contentsOf: [UInt8](repeating: 0, count: max(Self.usualBytes, count)))
        }
        let start = count
        var read = 0
        // A signal is no end.
        repeat {
            read = buffer.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start)
            }
        } while read < 0 && errno == EINTR
        guard read > 0 else { return false }
        count += read
        return true
    }

    /// Forgets what has come.
    mutating func clear() { count = 0 }

    /// Forgets what has come, and gives its memory back.
    mutating func giveBack() { (buffer, count) = ([], 0) }

    /// Where a text is: at `place`, or else the first from the beginning; `place` becomes where it was found.
    ///
    /// So it may not be the first. What is sought stands once in an answer, or is the same wherever it stands.
    func find(_ text: String, at place: inout Int) -> Int? {
        var text = text
        let last = place
        let found = text.withUTF8 { text in
            buffer.withUnsafeBytes { bytes in
                guard let sought = text.baseAddress, let start = bytes.baseAddress else { return nil as Int? }
                func isThere(_ place: Int) -> Bool {
                    place + text.count <= count && memcmp(start + place, sought, text.count) == 0
                }
                if isThere(last) { return last }
                var place = 0
                while place + text.count <= count,
                    let found = memchr(start + place, Int32(sought.pointee), count - text.count - place + 1)
                {
                    place = UnsafeRawPointer(found) - start
                    if isThere(place) { return place }
                    place += 1
                }
                return nil
            }
        }
        if let found { place = found }
        return found
    }

    /// The digits from a place on, as a number.
    func integer(at start: Int) -> Int {
        var (number, index) = (0, start)
        while index < count, (48...57).contains(buffer[index]) {
            number = number * 10 + Int(buffer[index] - 48)
            index += 1
        }
        return number
    }

    /// All of it, as text.
    var text: String { String(decoding: buffer[..<count], as: UTF8.self) }
}
