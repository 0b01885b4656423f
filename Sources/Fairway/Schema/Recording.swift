import FairwayWire

/// The requests that a type makes to its decoder during one decoding.
final class Recording {
    let recorder: ShapeRecorder
    /// The JSON of an example.
    let sample: JSONValue?
    /// The index of the key that is reported as present if the type asks for all keys.
    private(set) var choice: Int
    /// Whether the decoding threw.
    var failed = false

    private var kind = Kind.unasked
    private var members: [Member] = []
    private var elements: [Part] = []
    private var isNullable = false
    /// The names of all coding keys. Nil if the keys are open.
    private var keys: [String]?
    /// Whether the type asked which keys are present.
    private var isChoosing = false

    /// The reported key of a type that asks for all keys and accepts any.
    static let placeholderKey = "key"

    private enum Kind {
        case unasked, object, array, value
    }

    private struct Member {
        var name: String
        var part: Part?
        var isOptional = false
    }

    private enum Part {
        case shape(Shape)
        case nested(Recording)

        var shape: Shape {
            switch self {
            case .shape(let shape): shape
            case .nested(let recording): recording.shape
            }
        }
    }

    init(recorder: ShapeRecorder, sample: JSONValue?, choice: Int) {
        self.recorder = recorder
        self.sample = sample
        self.choice = choice
    }

    // MARK: Result

    var shape: Shape {
        let shape: Shape =
            switch kind {
            // A type that requests nothing encodes as `{}`.
            case .unasked: failed ? .nothing : .object([])
            case .value: elements.first?.shape ?? .any
            case .array: .array(.merged(elements.map(\.shape)))
            case .object: objectShape
            }
        return isNullable ? shape.orNull : shape
    }

    /// Whether decoding succeeded and requested every key. If not, the type may require different members for different
    /// values, so no member is marked as required.
    var isComplete: Bool {
        !failed && (keys.map { Set($0).isSubset(of: members.map(\.name)) } ?? true)
    }

    /// The case names, if the type asked which keys are present.
    var cases: [String]? { isChoosing ? keys : nil }

    func memberShape(_ name: String) -> Shape? { members.first { $0.name == name }?.part?.shape }

    private var objectShape: Shape {
        if isChoosing, keys == nil, let value = memberShape(Self.placeholderKey) { return .dictionary(value) }
        let isComplete = isComplete
        let asked = members.map { member in
            Shape.Member(
                name: member.name,
                shape: member.part?.shape ?? .any,
                isRequired: isComplete && !member.isOptional
            )
        }
        let others = (keys ?? []).filter { key in !members.contains { $0.name == key } }
        return .object(asked + others.map { Shape.Member(name: $0, shape: .any, isRequired: false) })
    }

    // MARK: Requests

    func askForObject(keys: [String]?) {
        kind = .object
        self.keys = keys
    }

    func askForArray() { kind = .array }

    /// The keys of the sample. Without a sample, the key of one case.
    func askForKeys() -> [String] {
        isChoosing = true
        guard let keys else { return sample?.object?.members.map(\.name) ?? [Self.placeholderKey] }
        guard let sample = sample?.object else { return keys.indices.contains(choice) ? [keys[choice]] : [] }
        let present = keys.indices.filter { sample[keys[$0]] != nil }
        choice = present.first ?? choice
        return present.map { keys[$0] }
    }

    /// Whether a member is present. The member is optional for a type that asks.
    func askFor(_ name: String) -> Bool {
        change(name) { $0.isOptional = true }
        return sample?.object.map { $0[name] != nil } ?? true
    }

    /// Always false, even if the sample has null: the type then decodes a value, and its shape is recorded.
    func askForNull(_ name: String) -> Bool {
        change(name) { $0.isOptional = true }
        return false
    }

    func member<Value: Decodable>(_ name: String, _ type: Value.Type, isOptional: Bool = false) throws -> Value {
        let (shape, value) = recorder.record(type, sample: sample?[name])
        change(name) { member in
            member.part = .shape(member.isOptional || isOptional ? shape.orNull : shape)
            member.isOptional = member.isOptional || isOptional
        }
        return try found(value)
    }

    func element<Value: Decodable>(_ index: Int, _ type: Value.Type) throws -> Value {
        let (shape, value) = recorder.record(type, sample: sample?[index])
        elements.append(.shape(shape))
        return try found(value)
    }

    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        kind = .value
        let (shape, value) = recorder.record(type, sample: sample)
        elements.append(.shape(shape))
        return try found(value)
    }

    func askForNull() -> Bool {
        isNullable = true
        return sample?.isNull ?? false
    }

    func nested(_ name: String) -> Recording {
        let nested = Recording(recorder: recorder, sample: sample?[name], choice: 0)
        change(name) { $0.part = .nested(nested) }
        return nested
    }

    func nested(_ index: Int) -> Recording {
        let nested = Recording(recorder: recorder, sample: sample?[index], choice: 0)
        elements.append(.nested(nested))
        return nested
    }

    private func change(_ name: String, _ change: (inout Member) -> Void) {
        if let index = members.firstIndex(where: { $0.name == name }) { return change(&members[index]) }
        var member = Member(name: name)
        change(&member)
        members.append(member)
    }

    private func found<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw NoPlaceholder() }
        return value
    }

    /// Thrown if a type accepts no known value. The containing type cannot be decoded either.
    struct NoPlaceholder: Error {}
}
