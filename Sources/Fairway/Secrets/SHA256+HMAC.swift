extension SHA256 {
    /// HMAC with SHA-256 (RFC 2104): for making a token from a secret and a salt.
    static func authenticate(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        var block = key.count > 64 ? hash(key) : key
        block.append(contentsOf: repeatElement(0, count: 64 - block.count))
        return hash(block.map { $0 ^ 0x5C } + hash(block.map { $0 ^ 0x36 } + message))
    }
}
