import FairwayWire

/// Learns what the JSON of types looks like by letting them read from a decoder that writes down what they ask for.
///
/// A type gets values of an example where there is one, and else made-up ones. What it then does not like, because it
/// validates or chooses by what it reads, stays open in the shape. A recorder serves one thread.
final class ShapeRecorder {
    /// The types that hold themselves, by name.
    private(set) var definitions: [String: Shape] = [:]

    /// The shapes of types that answered all questions.
    private var finished: [ObjectIdentifier: Shape] = [:]
    private var specimens: [ObjectIdentifier: Any] = [:]
    private var underway: [ObjectIdentifier] = []
    private var names: [ObjectIdentifier: String] = [:]
    private var steps = 0

    /// More than any type that a person has written; a type that asks on and on is cut short.
    private static let mostSteps = 20_000

    /// What a type's JSON looks like, and a value of it: the sample's, a made-up one, or nil when the type accepts none.
    func record<Value: Decodable>(_ type: Value.Type, sample: JSONValue? = nil) -> (shape: Shape, value: Value?) {
        steps += 1
        guard steps < Self.mostSteps else { return (.any, nil) }
        let read: Value? = sample.flatMap { Self.decode(type, $0) }
        if let leaf = LeafShape.of(type) { return (leaf.shape, read ?? Self.decode(type, leaf.specimen)) }
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
        if underway.contains(id) {
            return (.named(name(type)), specimens[id] as? Value)
        }
        if let shape = finished[id] { return (shape, specimens[id] as? Value) }
        if let raw = type as? any RawRepresentable.Type, let (shape, first) = constants(raw),
            let value = first as? Value
        {
            finished[id] = shape
            specimens[id] = value
            return (shape, value)
        }
        underway.append(id)
        let (recorded, isComplete) = ask(type, sample: sample)
        underway.removeLast()
        var shape = recorded
        if let name = names[id] {
            definitions[name] = recorded
            shape = .named(name)
        }
        if isComplete { finished[id] = shape }
        return (shape, specimens[id] as? Value)
    }

    /// Lets the type read, once for each case where it has cases.
    private func ask<Value: Decodable>(_ type: Value.Type, sample: JSONValue?) -> (shape: Shape, isComplete: Bool) {
        var first = run(type, Recording(recorder: self, sample: sample, choice: 0))
        guard let names = first.cases else { return (first.shape, first.isComplete) }
        var runs = names.indices.map { choice in
            choice == first.choice ? first : run(type, Recording(recorder: self, sample: nil, choice: choice))
        }
        // A case that holds another value of the type has one to hold, now that simpler cases have been made.
        for choice in runs.indices where runs[choice].failed && specimens[ObjectIdentifier(type)] != nil {
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
            if specimens[id] == nil { specimens[id] = value }
        } catch {
            recording.failed = true
        }
        return recording
    }

    /// An enum with raw values is one of those, provided that it reads them as such.
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

    /// The name under which a type that holds itself is defined.
    private func name(_ type: Any.Type) -> String {
        let id = ObjectIdentifier(type)
        if let name = names[id] { return name }
        let plain = TypeName.of(type)
        // Two modules, or two functions, may have a type of the same name.
        let twins = names.values.filter { $0 == plain || $0.hasPrefix(plain + "-") }.count
        let name = twins == 0 ? plain : "\(plain)-\(twins + 1)"
        names[id] = name
        return name
    }
}
