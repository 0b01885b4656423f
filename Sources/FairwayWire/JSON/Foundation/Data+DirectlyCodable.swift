import Foundation

/// Base64 as RFC 4648, section 4, has it, with padding.
extension Data: DirectlyCodable {
    init(at index: Int, of document: JSONDocument) throws {
        guard let data = Data(base64Encoded: try document.string(at: index)) else {
            throw document.invalid("the string is not base64", at: index)
        }
        self = data
    }

    func encode(into encoder: ByteEncoder) { encoder.writer.string(base64EncodedString()) }
}
