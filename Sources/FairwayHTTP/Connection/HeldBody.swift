/// A body that waits to be sent, known by where it lies: answers that share one array are one body in memory.
///
/// It does not keep the body. Where that has gone and another of the same size lies in its place before the connection's
/// next flush, the two count as one until then.
struct HeldBody: Hashable {
    let address: UInt
    let count: Int

    init(_ bytes: [UInt8]) {
        address = bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
        count = bytes.count
    }
}
