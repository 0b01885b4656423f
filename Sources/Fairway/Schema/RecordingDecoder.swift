import FairwayWire

/// A decoder that records a type's requests in a ``Recording``.
struct RecordingDecoder: Decoder, SingleValueDecodingContainer {
    let recording: Recording
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(KeyedRecording(recording))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { UnkeyedRecording(recording) }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { recording.askForNull() }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try recording.value(type) }
}

struct KeyedRecording<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let recording: Recording
    let codingPath: [any CodingKey] = []

    init(_ recording: Recording) {
        self.recording = recording
        recording.askForObject(keys: CaseNames.values(of: Key.self)?.map(\.stringValue))
    }

    var allKeys: [Key] { recording.askForKeys().compactMap(Key.init(stringValue:)) }
    func contains(_ key: Key) -> Bool { recording.askFor(key.stringValue) }
    func decodeNil(forKey key: Key) -> Bool { recording.askForNull(key.stringValue) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try recording.member(key.stringValue, type)
    }

    /// Returns nil without a sample. This ends the recursion of types that contain themselves.
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        let value = try? recording.member(key.stringValue, type, isOptional: true)
        let isPresent = recording.sample?[key.stringValue].map { !$0.isNull } ?? false
        return isPresent ? value : nil
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedDecodingContainer<Nested> {
        KeyedDecodingContainer(KeyedRecording<Nested>(recording.nested(key.stringValue)))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
        UnkeyedRecording(recording.nested(key.stringValue))
    }

    func superDecoder() -> any Decoder { RecordingDecoder(recording: recording.nested("super")) }
    func superDecoder(forKey key: Key) -> any Decoder { RecordingDecoder(recording: recording.nested(key.stringValue)) }
}

/// An array with as many elements as the sample. Without a sample, one element.
struct UnkeyedRecording: UnkeyedDecodingContainer {
    private let recording: Recording
    let codingPath: [any CodingKey] = []
    private(set) var currentIndex = 0

    init(_ recording: Recording) {
        self.recording = recording
        recording.askForArray()
    }

    var count: Int? { recording.sample?.array?.count ?? 1 }
    var isAtEnd: Bool { currentIndex >= count ?? 1 }

    mutating func decodeNil() -> Bool {
        guard recording.sample?[currentIndex]?.isNull == true else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        defer { currentIndex += 1 }
        return try recording.element(currentIndex, type)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedDecodingContainer<Nested> {
        defer { currentIndex += 1 }
        return KeyedDecodingContainer(KeyedRecording<Nested>(recording.nested(currentIndex)))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
        defer { currentIndex += 1 }
        return UnkeyedRecording(recording.nested(currentIndex))
    }

    mutating func superDecoder() -> any Decoder {
        defer { currentIndex += 1 }
        return RecordingDecoder(recording: recording.nested(currentIndex))
    }
}
