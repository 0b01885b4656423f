import Foundation

/// The whole URL as a string: a relative one comes back without the base that it was resolved against.
extension URL: DirectlyCodable {
    init(at index: Int, of document: JSONDocument) throws {
        guard let url = URL(string: try document.string(at: index)) else {
            throw document.invalid("the string is not a URL", at: index)
        }
        self = url
    }

    func encode(into encoder: ByteEncoder) { encoder.writer.string(absoluteString) }
}
