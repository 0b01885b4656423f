import COpenSSL

/// SHA-256 (FIPS 180-4) and HMAC with it (RFC 2104), from OpenSSL.
package enum SHA256 {
    private static let digestBytes = 32

    /// Fetched once: OpenSSL 3 otherwise looks the algorithm up, under a lock, for every digest.
    ///
    /// `nonisolated(unsafe)`, because a fetched algorithm is immutable and OpenSSL allows its use from any thread.
    private nonisolated(unsafe) static let algorithm: OpaquePointer = {
        guard let algorithm = EVP_MD_fetch(nil, "SHA256", nil) else {
            fatalError("OpenSSL has no SHA-256. Install its default provider.")
        }
        return algorithm
    }()

    /// The 32 bytes of the digest.
    package static func hash(_ message: some Sequence<UInt8>) -> [UInt8] {
        if let digest = message.withContiguousStorageIfAvailable(hash) { return digest }
        return Array(message).withUnsafeBufferPointer(hash)
    }

    private static func hash(_ message: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        digest { EVP_Digest(message.baseAddress, message.count, $0, nil, algorithm, nil) == 1 }
    }

    /// The HMAC of a message, as long as a digest.
    package static func authenticate(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        digest { HMAC(algorithm, key, CInt(key.count), message, message.count, $0, nil) != nil }
    }

    private static func digest(_ write: (UnsafeMutablePointer<UInt8>?) -> Bool) -> [UInt8] {
        Array(unsafeUninitializedCapacity: digestBytes) { bytes, count in
            // OpenSSL fails only if it runs out of memory.
            guard write(bytes.baseAddress) else { fatalError("OpenSSL could not compute a digest.") }
            count = digestBytes
        }
    }
}
