import FairwayWire

/// Estimates of the memory that values use, including allocation overhead.
///
/// The figures hold for 64-bit Swift. A test compares the estimates with the allocator's figures.
enum MemoryEstimate {
    /// A session with one flow and one small screen: its objects, strings and cache entry.
    static let session = 1_200
    /// A further flow, without its values.
    static let flow = 352
    /// A further screen, without its values: its entries in the flow, the stack and the navigation of the state
    /// document.
    static let screen = 140
    /// A dictionary entry for a draft, a view model or another text.
    static let entry = 96
    static let subscription = 384
    /// A timer or a job, without its payload.
    static let work = 256

    static func array(_ bytes: Int) -> Int { bytes == 0 ? 0 : (bytes + 32 + 15) & ~15 }

    /// A string. Short ones are stored inline.
    static func text(_ bytes: Int) -> Int { bytes > 15 ? array(bytes) : 0 }

    /// The size of a Swift value, estimated from its JSON. The names of members belong to the type and do not count. A
    /// string takes 18 bytes plus its text. A number, Boolean or null takes 10. An array takes 40 plus its elements.
    static func value(_ json: RawJSON) -> Int {
        json.bytes.withUnsafeBufferPointer { json in
            var (bytes, index) = (0, 0)
            while index < json.count {
                let byte = json[index]
                index += 1
                switch byte {
                case UInt8(ascii: "\""):
                    let start = index
                    index = endOfString(json, from: start)
                    let isName = index + 1 < json.count && json[index + 1] == UInt8(ascii: ":")
                    if !isName { bytes += 18 + text(index - start) }
                    index += 1
                case UInt8(ascii: "["): bytes += 40
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "t"), UInt8(ascii: "f"),
                    UInt8(ascii: "n"):
                    bytes += 10
                    while index < json.count, !isEnd(json[index]) { index += 1 }
                default: break
                }
            }
            return bytes
        }
    }

    /// Whether the byte ends a number, a Boolean or null.
    private static func isEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
    }

    /// The index of the quote that ends a string.
    private static func endOfString(_ json: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        while index < json.count, json[index] != UInt8(ascii: "\"") {
            index += json[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index, json.count)
    }
}

extension EffectDocument {
    /// The size in memory. Unlike in `MemoryEstimate.value`, member names count, because a ``JSONObject`` stores them.
    var bytesInMemory: Int { 256 + json.bytes.count }
}

extension FlowRow {
    /// The size of the flow's values in memory. Its screens are also in memory as JSON.
    var size: FlowSize {
        FlowSize(
            inMemory: MemoryEstimate.value(state) + MemoryEstimate.value(screens) + screens.bytes.count,
            encoded: encodedBytes
        )
    }

    fileprivate var encodedBytes: Int { state.bytes.count + screens.bytes.count + (slot?.utf8.count ?? 0) }
}

extension SessionState {
    /// The size that ``EngineLimits/stateBytes`` limits: the flows with their screens, the layout, in which flows of tabs
    /// wait for their start, and the drafts.
    var encodedBytes: Int {
        flowSizes.total.encoded + row.layout.bytes.count + drafts.values.reduce(0) { $0 + $1.bytes.count }
    }
}

extension StoredSession {
    /// The size that ``EngineLimits/stateBytes`` limits.
    package var encodedBytes: Int {
        flows.reduce(0) { $0 + $1.encodedBytes } + session.layout.bytes.count
            + drafts.values.reduce(0) { $0 + $1.bytes.count }
    }
}

extension SessionState {
    /// The size in memory. Shared values count for each session, because evicting too early is better than too late.
    package var estimatedBytes: Int {
        let screens = tree.nodes.reduce(0) { $0 + $1.screens.count }
        var bytes = MemoryEstimate.session + row.device.bytesInMemory
        bytes += MemoryEstimate.flow * max(0, tree.nodes.count - 1) + MemoryEstimate.screen * max(0, screens - 1)
        bytes += flowSizes.total.inMemory
        bytes += (viewModels.count + drafts.count) * MemoryEstimate.entry
        // View models are in memory twice: by screen, and in the row.
        bytes += 2 * viewModels.values.reduce(0) { $0 + $1.bytes.count }
        bytes += drafts.values.reduce(0) { $0 + $1.bytes.count }
        bytes += row.supersededTokenHashes.count * (8 + MemoryEstimate.array(row.tokenHash.count))
        bytes += MemoryEstimate.text(row.user?.utf8.count ?? 0) + (row.claims?.bytes.count ?? 0)
        bytes += row.result?.bytes.count ?? 0
        if let keeping {
            bytes += keeping.work.items.reduce(0) { $0 + MemoryEstimate.work + $1.item.payload.bytes.count }
            bytes += (keeping.maskedViewModels ?? [:]).values.reduce(0) { $0 + MemoryEstimate.entry + $1.bytes.count }
        }
        return bytes + row.layout.bytes.count + keptDocument.navigationBytes
    }
}

/// The size of a flow with its screens.
struct FlowSize: Hashable, Sendable {
    /// An estimate.
    var inMemory: Int
    /// The bytes of JSON.
    var encoded: Int
}

/// The size of each flow of a session, by node number. The first flow is stored inline, because most sessions have only
/// one.
struct FlowSizes: Sendable {
    private var first: (node: Int, size: FlowSize)?
    private var others: [Int: FlowSize] = [:]

    var count: Int { (first == nil ? 0 : 1) + others.count }

    var total: FlowSize {
        others.values.reduce(into: first?.size ?? FlowSize(inMemory: 0, encoded: 0)) { total, size in
            total.inMemory += size.inMemory
            total.encoded += size.encoded
        }
    }

    subscript(node: Int) -> FlowSize? {
        get { first?.node == node ? first?.size : others[node] }
        set {
            if first?.node == node || first == nil && others.isEmpty {
                first = newValue.map { (node, $0) }
            } else {
                others[node] = newValue
            }
        }
    }
}
