/// A value that works as usual and is masked wherever people look: journal, admin, logs.
///
/// ```swift
/// enum Action: Codable { case payButtonPressed(card: Sensitive<String>) }
/// ```
public struct Sensitive<Value: Codable & Sendable>: Codable, Sendable {
    /// The value itself.
    public var value: Value

    /// Marks a value.
    public init(_ value: Value) { self.value = value }

    /// Reads the value itself, so that nothing changes on the wire.
    public init(from decoder: any Decoder) throws {
        (decoder.userInfo[.sensitiveWitness] as? SensitiveWitness)?.hasSeenOne = true
        value = try decoder.singleValueContainer().decode(Value.self)
    }

    /// Writes the value itself, or a mask where the encoder writes for people to read.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if encoder.userInfo[.maskingSensitive] as? Bool == true {
            try container.encode("•••")
        } else {
            try container.encode(value)
        }
    }
}

extension Sensitive: Equatable where Value: Equatable {}
extension Sensitive: Hashable where Value: Hashable {}

extension Sensitive: CustomStringConvertible, CustomDebugStringConvertible {
    /// The mask, so that interpolating one into a log gives nothing away.
    public var description: String { "•••" }
    /// The mask.
    public var debugDescription: String { "•••" }
}

extension CodingUserInfoKey {
    /// Set by encoders whose output is for people: sensitive values are masked there.
    static let maskingSensitive = CodingUserInfoKey(staticRawValue: "fairway.maskingSensitive")

    /// Set by decoders that want to know whether anything they read is sensitive.
    static let sensitiveWitness = CodingUserInfoKey(staticRawValue: "fairway.sensitiveWitness")

    private init(staticRawValue: String) {
        guard let key = CodingUserInfoKey(rawValue: staticRawValue) else {
            preconditionFailure("a user info key may be any string")
        }
        self = key
    }
}

/// Notes that a sensitive value was read. One belongs to one decoding, on one thread.
final class SensitiveWitness {
    var hasSeenOne = false
}
