import CFiles

/// Which file a path leads to: two paths lead to the same file when their identities are the same.
struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
    /// How large it is.
    let byteCount: Int
    let isFolder: Bool
    /// Under how many names it can be reached; none once it has been deleted.
    let nameCount: Int

    /// The file at a path; nil when there is none.
    init?(_ path: String) {
        var found = fairway_file_identity()
        guard fairway_identify_file(path, -1, &found) else { return nil }
        self.init(found)
    }

    /// The open file.
    init?(descriptor: Int32) {
        var found = fairway_file_identity()
        guard fairway_identify_file(nil, descriptor, &found) else { return nil }
        self.init(found)
    }

    /// Whether this is the same file as another, whatever its size.
    func isSame(as other: FileIdentity?) -> Bool { device == other?.device && number == other?.number }

    private init(_ found: fairway_file_identity) {
        device = found.device
        number = found.number
        byteCount = Int(found.byte_count)
        isFolder = found.is_folder
        nameCount = Int(found.name_count)
    }
}
