import FairwayWire
import Foundation

/// The shape of a type that the JSON coder encodes in its own way. Its `init(from:)` is not recorded.
struct LeafShape {
    let shape: Shape
    /// A value to continue with when a containing type is decoded.
    let placeholder: JSONValue

    /// The shape of a known type, or nil.
    static func of(_ type: Any.Type) -> LeafShape? { known[ObjectIdentifier(type)] }

    private static let known: [ObjectIdentifier: LeafShape] = {
        var known: [ObjectIdentifier: LeafShape] = [
            ObjectIdentifier(Bool.self): LeafShape(shape: .scalar(.boolean), placeholder: false),
            ObjectIdentifier(String.self): LeafShape(shape: .scalar(.string), placeholder: ""),
            ObjectIdentifier(Text.self): LeafShape(shape: .scalar(.string), placeholder: ""),
            ObjectIdentifier(Double.self): LeafShape(shape: .scalar(.number), placeholder: 0),
            ObjectIdentifier(Float.self): LeafShape(shape: .scalar(.number), placeholder: 0),
            ObjectIdentifier(Decimal.self): LeafShape(shape: .scalar(.number), placeholder: 0),
            ObjectIdentifier(JSONNumber.self): LeafShape(shape: .scalar(.number), placeholder: 0),
            ObjectIdentifier(JSONValue.self): LeafShape(shape: .any, placeholder: .null),
            ObjectIdentifier(RawJSON.self): LeafShape(shape: .any, placeholder: .null),
            ObjectIdentifier(JSONObject.self): LeafShape(shape: .object([]), placeholder: [:]),
            ObjectIdentifier(Date.self): text(["format": "date-time"], "2001-01-01T00:00:00Z"),
            ObjectIdentifier(URL.self): text(["format": "uri-reference"], "https://example.org/"),
            ObjectIdentifier(UUID.self): text(["format": "uuid"], "00000000-0000-0000-0000-000000000000"),
            ObjectIdentifier(Data.self): text(["contentEncoding": "base64"], ""),
            ObjectIdentifier(Device.self): LeafShape(shape: device, placeholder: [:]),
            ObjectIdentifier(Int.self): LeafShape(shape: .scalar(.integer, ["format": "int64"]), placeholder: 0),
            ObjectIdentifier(Int64.self): LeafShape(shape: .scalar(.integer, ["format": "int64"]), placeholder: 0),
        ]
        add(Int8.self, to: &known)
        add(Int16.self, to: &known)
        add(Int32.self, to: &known)
        add(Int128.self, to: &known)
        add(UInt8.self, to: &known)
        add(UInt16.self, to: &known)
        add(UInt32.self, to: &known)
        add(UInt.self, to: &known)
        add(UInt64.self, to: &known)
        add(UInt128.self, to: &known)
        return known
    }()

    /// The shape of `Device`, with the limits that its decoder enforces.
    private static var device: Shape {
        let members: [(name: String, shape: Shape)] = [
            ("idiom", .constants(Device.Idiom.allCases.map { .string($0.rawValue) })),
            ("locale", .scalar(.string, ["maxLength": .number(JSONNumber(Device.mostLocaleCharacters))])),
            ("app", .scalar(.string)),
            (
                "screens",
                .bounded(
                    .dictionary(.scalar(.integer, ["format": "int64"])),
                    ["maxProperties": .number(JSONNumber(Device.mostScreens))]
                )
            ),
        ]
        return Shape.object(
            members.map { Shape.Member(name: $0.name, shape: $0.shape.orNull, isRequired: false) }
        ).described(by: Device.described)
    }

    private static func text(_ keywords: JSONObject, _ placeholder: JSONValue) -> LeafShape {
        LeafShape(shape: .scalar(.string, keywords), placeholder: placeholder)
    }

    private static func add<Integer: FixedWidthInteger>(
        _ type: Integer.Type,
        to known: inout [ObjectIdentifier: LeafShape]
    ) {
        var keywords: JSONObject = [:]
        // Larger bounds add no information, and many validators parse them as rounded floating-point numbers.
        if Integer.bitWidth <= 32 || !Integer.isSigned { keywords["minimum"] = .number(JSONNumber(Integer.min)) }
        if Integer.bitWidth <= 32 { keywords["maximum"] = .number(JSONNumber(Integer.max)) }
        known[ObjectIdentifier(type)] = LeafShape(shape: .scalar(.integer, keywords), placeholder: 0)
    }
}

/// A generic container. Its elements are recorded, but the container itself is not decoded. This ends the recursion of
/// types that contain themselves in an array or an optional.
protocol WrapperShape {
    /// Returns the container's shape and its simplest value.
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
        // The standard library encodes a dictionary as an object if its keys are representable as coding keys, and
        // otherwise as an array of alternating keys and values.
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
