import Glibc

/// The `Date` header field, written once a second.
struct DateLine {
    private(set) var line: [UInt8]
    private var second: Int

    init(secondsSince1970 second: Int) {
        self.second = second
        line = Array("Date: \(HTTPDate.text(second))\r\n".utf8)
    }

    @inline(__always)
    mutating func update(secondsSince1970 second: Int) {
        if second != self.second { self = DateLine(secondsSince1970: second) }
    }
}
