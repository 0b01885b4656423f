import FairwayWire

/// Determines the shape of types by decoding them from a decoder that records their requests.
///
/// The decoder returns the values of an example, or placeholders. If a type rejects them, because it validates or
/// branches on its values, the corresponding part of the shape stays open. Use a recorder on one thread only.
final class ShapeRecorder {
    /// The shapes of recursive and of described types by name.
    private(set) var definitions: [String: Shape] = [:]
    /// Whether a type has asked for a ``Text``.
    private(set) var hasRecordedTexts = false

    /// The shapes of completely recorded types.
    private var finished: [ObjectIdentifier: Shape] = [:]
    private var recordedValues: [ObjectIdentifier: Any] = [:]
    private var inProgress: [ObjectIdentifier] = []
    private var names: [ObjectIdentifier: String] = [:]
    private var steps = 0

    /// Bounds the recording of types that request values endlessly.
    private static let mostSteps = 20_000

    /// Returns a type's shape and a value of it: the sample, a placeholder, or nil if the type accepts neither.
    func record<Value: Decodable>(_ type: Value.Type, sample: JSONValue? = nil) -> (shape: Shape, value: Value?) {
        steps += 1
        guard steps < Self.mostSteps else { return (.any, nil) }
        if type == Text.self { hasRecordedTexts = true }
        let read: Value? = sample.flatMap { Self.decode(type, $0) }
        if let leaf = LeafShape.of(type) { return (leaf.shape, read ?? Self.decode(type, leaf.placeholder)) }
        if let wrapper = type as? any WrapperShape.Type {
            let (shape, value) = wrapper.record(by: self, sample: sample)
            return (shape, read ?? value as? Value)
        }
        let (shape, value) = recordAsking(type, sample: sample)
        return (shape, read ?? value)
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ value: JSONValue) -> Value? {
        (try? JSON.encode(value)).flatMap { try? JSON.decode(type, from: $0) }
    }

    private func recordAsking<Value: Decodable>(
        _ type: Value.Type,
        sample: JSONValue?
    ) -> (shape: Shape, value: Value?) {
        let id = ObjectIdentifier(type)
        if inProgress.contains(id) {
            return (.named(name(type)), recordedValues[id] as? Value)
        }
        if let shape = finished[id] { return (shape, recordedValues[id] as? Value) }
        if let raw = type as? any RawRepresentable.Type, let (shape, first) = constants(raw),
            let value = first as? Value
        {
            finished[id] = shape
            recordedValues[id] = value
            return (shape, value)
        }
        inProgress.append(id)
        let (recorded, isComplete) = ask(type, sample: sample)
        inProgress.removeLast()
        var shape = recorded
        let described = (type as? any DescribedType.Type)?.described
        if described != nil || names[id] != nil {
            let name = name(type)
            definitions[name] = described.map(recorded.described) ?? recorded
            shape = .named(name)
        }
        if isComplete { finished[id] = shape }
        return (shape, recordedValues[id] as? Value)
    }

    /// Decodes the type, once for each case if it has cases.
    private func ask<Value: Decodable>(_ type: Value.Type, sample: JSONValue?) -> (shape: Shape, isComplete: Bool) {
        var first = run(type, Recording(recorder: self, sample: sample, choice: 0))
        guard let names = first.cases else { return (first.shape, first.isComplete) }
        var runs = names.indices.map { choice in
            choice == first.choice ? first : run(type, Recording(recorder: self, sample: nil, choice: choice))
        }
        // Retry cases with a payload of the same type, now that a simpler case has provided a value.
        for choice in runs.indices where runs[choice].failed && recordedValues[ObjectIdentifier(type)] != nil {
            first = run(type, Recording(recorder: self, sample: nil, choice: choice))
            if !first.failed { runs[choice] = first }
        }
        let members = zip(names, runs).map { name, run in
            Shape.Member(name: name, shape: run.memberShape(name) ?? .any, isRequired: true)
        }
        return (.cases(members), runs.allSatisfy { !$0.failed })
    }

    private func run<Value: Decodable>(_ type: Value.Type, _ recording: Recording) -> Recording {
        do {
            let value = try Value(from: RecordingDecoder(recording: recording))
            let id = ObjectIdentifier(type)
            if recordedValues[id] == nil { recordedValues[id] = value }
        } catch {
            recording.failed = true
        }
        return recording
    }

    /// The raw values of an enum, if it decodes them.
    private func constants<Raw: RawRepresentable>(_ type: Raw.Type) -> (shape: Shape, value: Any)? {
        guard let readable = type as? any Decodable.Type, let values = CaseNames.values(of: type),
            let first = values.first
        else { return nil }
        var raw: [JSONValue] = []
        for value in values {
            guard let encodable = value.rawValue as? any Encodable, let bytes = try? JSON.encode(encodable),
                let json = try? JSON.decode(JSONValue.self, from: bytes), Self.reads(readable, json)
            else { return nil }
            raw.append(json)
        }
        return (.constants(raw), first)
    }

    private static func reads<Value: Decodable>(_ type: Value.Type, _ value: JSONValue) -> Bool {
        decode(type, value) != nil
    }

    /// The name of a type in the definitions.
    private func name(_ type: Any.Type) -> String {
        let id = ObjectIdentifier(type)
        if let name = names[id] { return name }
        let plain = TypeName.of(type)
        // Types in different modules or functions may have the same name.
        let twins = names.values.filter { $0 == plain || $0.hasPrefix(plain + "-") }.count
        let name = twins == 0 ? plain : "\(plain)-\(twins + 1)"
        names[id] = name
        return name
    }
}

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

    /// Returns nil if no sample is known. This ends the recursion of types that contain themselves.
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
