/// A value that is masked in the journal, the operator's console and logs.
///
/// ```swift
/// enum Action: Codable { case payButtonPressed(card: Sensitive<String>) }
/// ```
public struct Sensitive<Value: Codable & Sendable>: Codable, Sendable {
    /// The unmasked value.
    public var value: Value

    /// Wraps a value.
    public init(_ value: Value) { self.value = value }

    /// Decodes the wrapped value. The wrapper does not appear in JSON.
    public init(from decoder: any Decoder) throws {
        (decoder.userInfo[.sensitiveDetector] as? SensitiveValueDetector)?.hasFoundValue = true
        value = try decoder.singleValueContainer().decode(Value.self)
    }

    /// Encodes the wrapped value, or a mask if the encoder's output is for display.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if encoder.userInfo[.maskingSensitive] as? Bool == true {
            try container.encode(SensitiveMask.text)
        } else {
            try container.encode(value)
        }
    }
}

extension Sensitive: Equatable where Value: Equatable {}
extension Sensitive: Hashable where Value: Hashable {}

extension Sensitive: CustomStringConvertible, CustomDebugStringConvertible {
    /// A mask. Interpolating the value into a log message reveals nothing.
    public var description: String { SensitiveMask.text }
    /// A mask.
    public var debugDescription: String { SensitiveMask.text }
}

/// What is shown in place of a sensitive value.
enum SensitiveMask {
    static let text = "•••"
}

extension CodingUserInfoKey {
    /// Set by encoders that write for display. They mask sensitive values.
    static let maskingSensitive = CodingUserInfoKey(staticRawValue: "fairway.maskingSensitive")

    /// Set by decoders to detect sensitive values.
    static let sensitiveDetector = CodingUserInfoKey(staticRawValue: "fairway.sensitiveDetector")

    /// Set by encoders that write for a client, to a ``Language``. They write a ``Text`` as a string.
    static let language = CodingUserInfoKey(staticRawValue: "fairway.language")

    /// Set by encoders whose output is both stored and sent, so it cannot contain a ``Text``.
    static let refusingTexts = CodingUserInfoKey(staticRawValue: "fairway.refusingTexts")

    /// Set by decoders that read one list of a view model, to the names of the properties that lead to it.
    static let listPath = CodingUserInfoKey(staticRawValue: "fairway.listPath")

    private init(staticRawValue: String) {
        guard let key = CodingUserInfoKey(rawValue: staticRawValue) else {
            preconditionFailure("a user info key may be any string")
        }
        self = key
    }
}

/// Records whether a decoder has read a sensitive value. Used by one decoding on one thread.
final class SensitiveValueDetector {
    var hasFoundValue = false
}
