import FairwayWire

/// How many bytes things take in memory: rounded, and with what an allocation costs beside its content.
///
/// The figures are those of 64-bit Swift, and a test compares what they come to with what the allocator has given out.
enum MemoryEstimate {
    /// A session that shows one small screen of one flow: its objects, its texts and its place in the cache.
    static let session = 1_200
    /// One more flow, beside its values.
    static let flow = 352
    /// One more screen, beside its values: in its flow, in its stack, and in the navigation that clients see.
    static let screen = 140
    /// A draft, a view model or another text that is kept by its screen.
    static let entry = 96
    /// A client that follows the session.
    static let subscription = 384

    /// An array of so many bytes.
    static func array(_ bytes: Int) -> Int { bytes == 0 ? 0 : (bytes + 32 + 15) & ~15 }

    /// A text; short ones lie where they are named.
    static func text(_ bytes: Int) -> Int { bytes > 15 ? array(bytes) : 0 }

    /// What a value takes that was encoded as this JSON: the names of members are its type's, a text has 16 bytes beside
    /// those that it points to, a number 8, and a list is an array, which has room for a few more.
    static func value(_ json: RawJSON) -> Int {
        var bytes = 0
        var rest = json.bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                let length = lengthOfString(rest)
                rest = rest.dropFirst(length + 1)
                if rest.first != UInt8(ascii: ":") { bytes += 18 + text(length) }
            case UInt8(ascii: "["): bytes += 40
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "t"), UInt8(ascii: "f"),
                UInt8(ascii: "n"):
                bytes += 10
                rest = rest.drop { !",]}".utf8.contains($0) }
            default: break
            }
        }
        return bytes
    }

    /// How many bytes come before the quote that ends a string.
    private static func lengthOfString(_ bytes: ArraySlice<UInt8>) -> Int {
        var index = bytes.startIndex
        while index < bytes.endIndex, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index, bytes.endIndex) - bytes.startIndex
    }
}

extension EffectDocument {
    /// How many bytes it takes in memory. Its members are there with their names.
    var bytesInMemory: Int { 256 + json.bytes.count }
}

extension FlowRow {
    /// How many bytes the flow's values take in memory. Those of its screens are there as JSON, too.
    var bytesInMemory: Int {
        MemoryEstimate.value(state) + MemoryEstimate.value(screens) + screens.bytes.count
    }
}

extension SessionState {
    /// How many bytes it takes in memory. What sessions share counts for each of them: a session leaves memory rather too
    /// early than too late.
    var estimatedBytes: Int {
        let row = row
        let screens = tree.nodes.reduce(0) { $0 + $1.screens.count }
        var bytes = MemoryEstimate.session + row.device.bytesInMemory
        bytes += MemoryEstimate.flow * max(0, tree.nodes.count - 1) + MemoryEstimate.screen * max(0, screens - 1)
        bytes += flowSizes.total
        bytes += (viewModels.count + drafts.count) * MemoryEstimate.entry
        // A view model is there by its screen, and in the row among all of them.
        bytes += 2 * viewModels.values.reduce(0) { $0 + $1.bytes.count }
        bytes += drafts.values.reduce(0) { $0 + $1.bytes.count }
        bytes += row.supersededTokenHashes.count * (8 + MemoryEstimate.array(row.tokenHash.count))
        bytes += MemoryEstimate.text(row.identity?.utf8.count ?? 0) + (row.result?.bytes.count ?? 0)
        return bytes + row.layout.bytes.count + keptDocument.navigationBytes
    }
}
