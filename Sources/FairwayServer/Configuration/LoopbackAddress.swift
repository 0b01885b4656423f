/// The addresses that only this machine reaches: 127.0.0.0/8 (RFC 1122, section 3.2.1.3), `::1` (RFC 4291, section 2.5.3)
/// and `localhost` (RFC 6761, section 6.3).
enum LoopbackAddress {
    /// In doubt it does not: an unusual spelling asks for a token, and nothing worse.
    static func includes(_ host: String) -> Bool {
        if host == "::1" || host.lowercased() == "localhost" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil && $0.first != "+" }
    }
}
