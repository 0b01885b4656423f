extension String {
    /// The longest prefix that has at most this many bytes of UTF-8 and ends between two Unicode scalars.
    package func shortened(toBytes most: Int) -> String {
        guard var end = utf8.index(utf8.startIndex, offsetBy: most, limitedBy: utf8.endIndex) else { return self }
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
