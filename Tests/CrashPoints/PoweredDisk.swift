import FairwayDoubles

/// The files of a folder, as processes see them and as synced to the disk. A power cut may lose unsynced writes.
///
/// A cut may lose single sectors (512 bytes) or pages (4 KiB) of a write. As in journaling file systems, changes of
/// names reach the disk in order, independently of the content of files.
struct PoweredDisk: Sendable {
    private(set) var shown: Disk
    private var synced: Disk
    private var unsynced: [Int: [FileOperation]] = [:]
    private var unsyncedNames: [FileOperation] = []

    /// - Parameter disk: The synced content of the disk.
    init(_ disk: Disk = Disk()) { (shown, synced) = (disk, disk) }

    /// The unsynced writes that survive a power cut.
    enum Cut: CaseIterable, Sendable {
        /// None.
        case nothing
        /// All but one.
        case allButOne
        /// Random writes.
        case wholeWrites
        /// Random sectors.
        case sectors
        /// Random pages.
        case pages
        /// Only the last writes.
        case lastWrites
    }

    /// Whether all writes and changes of names are synced.
    var isSynced: Bool { unsynced.values.allSatisfy(\.isEmpty) && unsyncedNames.isEmpty }

    mutating func apply(_ operation: FileOperation) {
        shown.apply(operation)
        switch operation {
        case .write(let file, _, _), .truncate(let file, _): unsynced[file, default: []].append(operation)
        case .sync(let file):
            synced.contents[file] = shown.contents[file]
            unsynced[file] = nil
        case .create(_, let file):
            synced.contents[file] = []
            unsyncedNames.append(operation)
        case .remove, .link, .rename: unsyncedNames.append(operation)
        case .syncFolder:
            synced.names = shown.names
            unsyncedNames = []
        case .index, .note: break
        }
    }

    /// The files after a power cut.
    func cut(_ cut: Cut, _ random: inout SeededGenerator) -> Disk {
        var disk = synced
        let names = cut == .nothing ? 0 : Int.random(in: 0...unsyncedNames.count, using: &random)
        for operation in unsyncedNames.prefix(names) {
            // Adds only the name. `disk.apply` would empty the file, whose content may be synced already.
            if case .create(let name, let file) = operation { disk.names[name] = file } else { disk.apply(operation) }
        }
        for (file, operations) in unsynced.sorted(by: { $0.key < $1.key }) {
            let chosen = Int.random(in: 0..<max(1, operations.count), using: &random)
            for (place, operation) in operations.enumerated() {
                switch cut {
                case .nothing: continue
                case .allButOne: if place == chosen { continue }
                case .lastWrites: if place < chosen { continue }
                case .wholeWrites: if Bool.random(using: &random) { continue }
                case .sectors, .pages: break
                }
                let unit = cut == .sectors ? 512 : cut == .pages ? 4_096 : nil
                Self.apply(operation, to: file, of: &disk, by: unit, &random)
            }
            // A file may get its length before its content.
            let size = shown.contents[file]?.count ?? 0
            if cut != .nothing, disk.contents[file]?.count ?? 0 < size, Int.random(in: 0..<4, using: &random) == 0 {
                disk.contents[file, default: []].resize(to: size)
            }
        }
        disk.index = shown.index
        return disk
    }

    private static func apply(
        _ operation: FileOperation,
        to file: Int,
        of disk: inout Disk,
        by unit: Int?,
        _ random: inout SeededGenerator
    ) {
        guard let unit else { return disk.apply(operation) }
        guard case .write(_, let offset, let bytes) = operation else {
            if Bool.random(using: &random) { disk.apply(operation) }
            return
        }
        var start = 0
        while start < bytes.count {
            // Sectors are aligned to the file, not to the write.
            let end = min(bytes.count, start + unit - (offset + start) % unit)
            if Bool.random(using: &random) {
                bytes.withUnsafeBytes { bytes in
                    disk.contents[file, default: []].put(.init(rebasing: bytes[start..<end]), at: offset + start)
                }
            }
            start = end
        }
    }
}
