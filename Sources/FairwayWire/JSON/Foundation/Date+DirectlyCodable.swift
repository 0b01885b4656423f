import Foundation

/// RFC 3339 in UTC, with milliseconds at least: `2026-11-21T01:37:09.000Z`, `2026-11-21T01:37:09.250Z`.
extension Date: DirectlyCodable {
    init(at index: Int, of document: JSONDocument) throws {
        try document.expect(.string, at: index)
        let text = document.stringValue(at: index)
        guard let seconds = RFC3339.secondsSince2001(text) else {
            throw document.invalid(
                "the string is not a date and time as in RFC 3339, in the years 0000 to 9999 in UTC",
                at: index
            )
        }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }

    func encode(into encoder: ByteEncoder) throws {
        guard let text = RFC3339.text(secondsSince2001: timeIntervalSinceReferenceDate) else {
            let message = "the date is not in the years 0000 to 9999, which RFC 3339 can express"
            throw JSONError(.invalidValue, message, pointer: encoder.valuePath.jsonPointer)
        }
        encoder.writer.string(text)
    }
}
