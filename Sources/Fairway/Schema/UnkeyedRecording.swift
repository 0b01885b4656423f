import FairwayWire

/// The array that a type reads from while it is recorded: as long as the sample, else of one element.
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
