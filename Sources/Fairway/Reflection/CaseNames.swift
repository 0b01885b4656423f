/// Reads the case names of an enum from the type's field descriptor, as the compiler lays it out for reflection
/// (swift/docs/ABI/TypeMetadata.rst, "Enum metadata" and "Nominal type descriptor").
///
/// Cases with a payload come first, each group in declared order. Everything that depends on this layout is in this
/// file: a test fails loudly when a toolchain changes it, and `Screen.actions` is the way around.
enum CaseNames {
    /// The names of the cases; nil when the type is no enum or its layout is not the one known here.
    static func of(_ type: Any.Type) -> [String]? {
        // The metadata is immutable and lives as long as the process; every read below stays inside the records whose
        // counts and sizes it states itself.
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        guard metadata.load(as: UInt.self) == Layout.enumKind else { return nil }
        let descriptor = metadata.load(fromByteOffset: Layout.descriptor, as: UnsafeRawPointer.self)
        guard let fields = relativePointer(at: descriptor + Layout.fields) else { return nil }
        let recordSize = Int(fields.load(fromByteOffset: Layout.recordSize, as: UInt16.self))
        let count = Int(fields.load(fromByteOffset: Layout.recordCount, as: UInt32.self))
        guard recordSize == Layout.knownRecordSize else { return nil }
        var names: [String] = []
        for index in 0..<count {
            let record = fields + Layout.firstRecord + index * recordSize
            guard let name = relativePointer(at: record + Layout.recordName) else { return nil }
            names.append(String(cString: name.assumingMemoryBound(to: CChar.self)))
        }
        return names
    }

    /// The values of an enum none of whose cases has a payload, in declared order; nil for any other type.
    ///
    /// Such an enum is laid out as the number of its case in as few bytes as hold it (swift/docs/ABI/TypeLayout.rst,
    /// "Empty Enums" and "No-Payload Enums").
    static func values<Value>(of type: Value.Type) -> [Value]? {
        guard let count = of(type)?.count, hasNoPayloads(type) else { return nil }
        switch MemoryLayout<Value>.size {
        case 0: return count == 1 ? [unsafeBitCast((), to: type)] : count == 0 ? [] : nil
        case 1: return count <= 1 << 8 ? (0..<count).map { unsafeBitCast(UInt8($0), to: type) } : nil
        default: return nil
        }
    }

    private static func hasNoPayloads(_ type: Any.Type) -> Bool {
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        let descriptor = metadata.load(fromByteOffset: Layout.descriptor, as: UnsafeRawPointer.self)
        // The upper byte says where the payload's size is kept.
        return descriptor.load(fromByteOffset: Layout.payloadCaseCount, as: UInt32.self) & 0xFF_FFFF == 0
    }

    /// Byte offsets, in the order in which they are followed.
    private enum Layout {
        static let enumKind: UInt = 0x201
        static let descriptor = 8
        static let fields = 16
        static let payloadCaseCount = 20
        static let recordSize = 10
        static let recordCount = 12
        static let firstRecord = 16
        static let knownRecordSize = 12
        static let recordName = 8
    }

    /// A pointer stored as the distance from its own place.
    private static func relativePointer(at place: UnsafeRawPointer) -> UnsafeRawPointer? {
        let distance = place.loadUnaligned(as: Int32.self)
        return distance == 0 ? nil : place + Int(distance)
    }
}
