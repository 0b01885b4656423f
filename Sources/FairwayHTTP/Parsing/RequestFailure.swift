/// Why a request was refused before any handler saw it. The connection is closed after the answer, because where the
/// next request would start is no longer certain.
enum RequestFailure: Error {
    /// It breaks the grammar or can be read in two ways; the text says how.
    case malformed(StaticString)
    case uriTooLong(limit: Int)
    case headersTooLarge(StaticString)
    case bodyTooLarge(limit: Int)
    case unknownMethod
    case unknownTransferCoding
    /// Older than HTTP/1.0.
    case versionTooOld
    /// HTTP/2 or newer without an upgrade.
    case versionUnsupported
    case timeout(StaticString)
}
