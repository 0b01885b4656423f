import FairwayWire

/// What one reading of a value has shown: which container was asked for, and what was asked of it.
final class Recording {
    let recorder: ShapeRecorder
    /// The JSON of an example, where there is one.
    let sample: JSONValue?
    /// Which of the keys there are is the one that is there, for a type that asks.
    private(set) var choice: Int
    /// Whether the type gave up.
    var failed = false

    private var kind = Kind.unasked
    private var members: [Member] = []
    private var elements: [Part] = []
    private var isNullable = false
    /// Every key that the type has a name for; nil when its keys are open.
    private var keys: [String]?
    /// Whether it asked which keys are there.
    private var isChoosing = false

    /// What is asked for when a type wants to know which members there are, and could have any.
    static let inventedKey = "key"

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

    // MARK: What it comes to

    var shape: Shape {
        let shape: Shape =
            switch kind {
            // What asks for nothing has nothing to write: it is `{}`.
            case .unasked: failed ? .nothing : .object([])
            case .value: elements.first?.shape ?? .any
            case .array: .array(.merged(elements.map(\.shape)))
            case .object: objectShape
            }
        return isNullable ? shape.orNull : shape
    }

    /// Whether the type read to its end, and asked for each of its keys. One that did not chooses by what it reads, and
    /// none of its members can be relied on.
    var isComplete: Bool {
        !failed && (keys.map { Set($0).isSubset(of: members.map(\.name)) } ?? true)
    }

    /// The cases, for a type that asked which of its keys is there.
    var cases: [String]? { isChoosing ? keys : nil }

    /// What was asked for under a name.
    func memberShape(_ name: String) -> Shape? { members.first { $0.name == name }?.part?.shape }

    private var objectShape: Shape {
        if isChoosing, keys == nil, let value = memberShape(Self.inventedKey) { return .dictionary(value) }
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

    // MARK: What is asked

    func askForObject(keys: [String]?) {
        kind = .object
        self.keys = keys
    }

    func askForArray() { kind = .array }

    /// Which keys are there: those of the sample, else one of the cases.
    func askForKeys() -> [String] {
        isChoosing = true
        guard let keys else { return sample?.object?.members.map(\.name) ?? [Self.inventedKey] }
        guard let sample = sample?.object else { return keys.indices.contains(choice) ? [keys[choice]] : [] }
        let present = keys.indices.filter { sample[keys[$0]] != nil }
        choice = present.first ?? choice
        return present.map { keys[$0] }
    }

    /// Whether a member is there; whoever asks can do without it.
    func askFor(_ name: String) -> Bool {
        change(name) { $0.isOptional = true }
        return sample?.object.map { $0[name] != nil } ?? true
    }

    /// Whether a member is null. It never is, even in a sample: whoever is told so does not ask what else it could be.
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
        guard let value else { throw NoSpecimen() }
        return value
    }

    /// No value is known that a type accepts, so that the type which holds it cannot go on.
    struct NoSpecimen: Error {}
}
