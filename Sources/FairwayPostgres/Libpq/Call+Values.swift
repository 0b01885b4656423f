#if Postgres
import CPostgres

extension Call {
    private static nonisolated(unsafe) let noBytes: UnsafePointer<CChar> = {
        // A value of no bytes needs an address, too: null is NULL. It is never written to, and never freed.
        let address = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
        address.initialize(to: 0)
        return UnsafePointer(address)
    }()

    /// Hands the values on as libpq wants them: addresses, lengths and formats, all of which are binary.
    func withValues<Result>(_ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) -> Result) -> Result {
        bytes.withUnsafeBytes { bytes in
            let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? Self.noBytes
            var start = 0
            let values = lengths.map { length -> UnsafePointer<CChar>? in
                guard length >= 0 else { return nil }
                defer { start += Int(length) }
                return base + start
            }
            return body(values, lengths, Array(repeating: 1, count: values.count))
        }
    }
}
#endif
