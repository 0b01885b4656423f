import Foundation

extension UUID: DirectlyCodable {
    init(at index: Int, of document: JSONDocument) throws {
        guard let uuid = UUID(uuidString: try document.string(at: index)) else {
            throw document.invalid("the string is not a UUID", at: index)
        }
        self = uuid
    }

    func encode(into encoder: ByteEncoder) { encoder.writer.string(uuidString) }
}
