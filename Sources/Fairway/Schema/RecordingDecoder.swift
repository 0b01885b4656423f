import FairwayWire

/// The decoder that a type reads from while it is recorded.
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
