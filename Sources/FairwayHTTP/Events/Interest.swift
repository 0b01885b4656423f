/// What a descriptor is watched for.
struct Interest: OptionSet {
    let rawValue: UInt8
    static let readable = Interest(rawValue: 1)
    static let writable = Interest(rawValue: 2)
    /// That the other side sends no more, also while what it sent has not been read.
    static let end = Interest(rawValue: 4)
}
