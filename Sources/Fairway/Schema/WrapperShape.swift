import FairwayWire

/// A type that is others in a certain arrangement. It is looked into without being asked, so that a type which holds
/// itself in an array or an optional comes to an end.
protocol WrapperShape {
    /// What its JSON looks like, and its simplest value; nil when it has none.
    static func record(by recorder: ShapeRecorder, sample: JSONValue?) -> (shape: Shape, value: Any?)
}

extension Optional: WrapperShape where Wrapped: Decodable {
    static func record(by recorder: ShapeRecorder, sample: JSONValue?) -> (shape: Shape, value: Any?) {
        (recorder.record(Wrapped.self, sample: sample?.isNull == true ? nil : sample).shape.orNull, Self.none as Any)
    }
}

extension Array: WrapperShape where Element: Decodable {
    static func record(by recorder: ShapeRecorder, sample: JSONValue?) -> (shape: Shape, value: Any?) {
        (.array(recorder.record(Element.self, sample: sample?[0]).shape), Self())
    }
}

extension Set: WrapperShape where Element: Decodable {
    static func record(by recorder: ShapeRecorder, sample: JSONValue?) -> (shape: Shape, value: Any?) {
        (.array(recorder.record(Element.self, sample: sample?[0]).shape), Self())
    }
}

extension Dictionary: WrapperShape where Key: Decodable, Value: Decodable {
    static func record(by recorder: ShapeRecorder, sample: JSONValue?) -> (shape: Shape, value: Any?) {
        // The standard library's shapes: an object where keys can name members, else keys and values by turns.
        if Key.self is any CodingKeyRepresentable.Type {
            let value = recorder.record(Value.self, sample: sample?.object?.members.first?.value)
            return (.dictionary(value.shape), Self())
        }
        let key = recorder.record(Key.self, sample: sample?[0])
        return (.array(.merged([key.shape, recorder.record(Value.self, sample: sample?[1]).shape])), Self())
    }
}

extension Sensitive: WrapperShape {
    static func record(by recorder: ShapeRecorder, sample: JSONValue?) -> (shape: Shape, value: Any?) {
        let (shape, value) = recorder.record(Value.self, sample: sample)
        return (.secret(shape), value.map { Self($0) })
    }
}
