import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A type whose JSON is known without asking it, because this coder writes it in its own way.
struct LeafShape {
    let shape: Shape
    /// A value of it, for types that want one before they go on.
    let specimen: JSONValue

    /// What is known of a type; nil when it has to be asked.
    static func of(_ type: Any.Type) -> LeafShape? { known[ObjectIdentifier(type)] }

    private static let known: [ObjectIdentifier: LeafShape] = {
        var known: [ObjectIdentifier: LeafShape] = [
            ObjectIdentifier(Bool.self): LeafShape(shape: .scalar(.boolean), specimen: false),
            ObjectIdentifier(String.self): LeafShape(shape: .scalar(.string), specimen: ""),
            ObjectIdentifier(Double.self): LeafShape(shape: .scalar(.number), specimen: 0),
            ObjectIdentifier(Float.self): LeafShape(shape: .scalar(.number), specimen: 0),
            ObjectIdentifier(Decimal.self): LeafShape(shape: .scalar(.number), specimen: 0),
            ObjectIdentifier(JSONNumber.self): LeafShape(shape: .scalar(.number), specimen: 0),
            ObjectIdentifier(JSONValue.self): LeafShape(shape: .any, specimen: .null),
            ObjectIdentifier(RawJSON.self): LeafShape(shape: .any, specimen: .null),
            ObjectIdentifier(JSONObject.self): LeafShape(shape: .object([]), specimen: [:]),
            ObjectIdentifier(Date.self): text(["format": "date-time"], "2001-01-01T00:00:00Z"),
            ObjectIdentifier(URL.self): text(["format": "uri-reference"], "https://example.org/"),
            ObjectIdentifier(UUID.self): text(["format": "uuid"], "00000000-0000-0000-0000-000000000000"),
            ObjectIdentifier(Data.self): text(["contentEncoding": "base64"], ""),
            ObjectIdentifier(Device.self): LeafShape(shape: device, specimen: [:]),
            ObjectIdentifier(Int.self): LeafShape(shape: .scalar(.integer, ["format": "int64"]), specimen: 0),
            ObjectIdentifier(Int64.self): LeafShape(shape: .scalar(.integer, ["format": "int64"]), specimen: 0),
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

    /// A description of a device, with the limits that reading it holds it to.
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
        return .bounded(
            .object(members.map { Shape.Member(name: $0.name, shape: $0.shape.orNull, isRequired: false) }),
            ["description": .string("At most \(Device.mostBytes) bytes of JSON without blanks.")]
        )
    }

    private static func text(_ keywords: JSONObject, _ specimen: JSONValue) -> LeafShape {
        LeafShape(shape: .scalar(.string, keywords), specimen: specimen)
    }

    private static func add<Integer: FixedWidthInteger>(
        _ type: Integer.Type,
        to known: inout [ObjectIdentifier: LeafShape]
    ) {
        var keywords: JSONObject = [:]
        // Beyond 32 bits the bounds tell a reader nothing, and many validators read them as rounded numbers.
        if Integer.bitWidth <= 32 || !Integer.isSigned { keywords["minimum"] = .number(JSONNumber(Integer.min)) }
        if Integer.bitWidth <= 32 { keywords["maximum"] = .number(JSONNumber(Integer.max)) }
        known[ObjectIdentifier(type)] = LeafShape(shape: .scalar(.integer, keywords), specimen: 0)
    }
}
