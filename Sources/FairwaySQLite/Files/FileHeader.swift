/// The first 100 bytes of a database file, which say whose it is (https://sqlite.org/fileformat.html#the_database_header).
///
/// They identify a file whatever state a crash has left it in: SQLite writes them in one piece, and never moves them. Whether
/// the file is whole only SQLite can say, after it has read the log.
struct FileHeader {
    static let byteCount = 100
    private static let magic = Array("SQLite format 3\0".utf8)
    private static let applicationIDOffset = 68

    private let bytes: [UInt8]
    private let fileSize: Int

    /// - Parameters:
    ///   - bytes: The start of the file, filled up with zeros.
    ///   - fileSize: How long the whole file is.
    init(_ bytes: [UInt8], fileSize: Int) {
        precondition(bytes.count == Self.byteCount, "a header has \(Self.byteCount) bytes")
        self.bytes = bytes
        self.fileSize = fileSize
    }

    /// Whether nothing is in the file.
    var isOfEmptyFile: Bool { fileSize == 0 }

    /// Whether the file has a length, and its first page has not been written yet.
    var isBlank: Bool { bytes.allSatisfy { $0 == 0 } }

    var isOfDatabase: Bool { bytes.starts(with: Self.magic) }

    /// The program that the file says it belongs to (https://sqlite.org/pragma.html#pragma_application_id).
    var applicationID: Int {
        bytes[Self.applicationIDOffset..<Self.applicationIDOffset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
