import FairwayWire

/// The object that a type reads from while it is recorded.
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

    /// Without a sample the answer is that there is none: so a type that holds itself comes to an end.
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
