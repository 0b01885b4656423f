import FairwayWire

extension Shape {
    /// Widens the shape to accept a value as well.
    ///
    /// A hand-written `encode(to:)` may write other JSON than `init(from:)` reads. Only examples show that JSON, so the
    /// shape must accept every example.
    func widened(by value: JSONValue) -> Shape {
        switch (self, value) {
        case (.nothing, _): Self.inferred(from: value)
        case (.any, _), (.named, _), (.null, .null), (.optional, .null): self
        case (.null, _): .optional(Self.inferred(from: value))
        case (.optional(let shape), _): shape.widened(by: value).orNull
        case (.secret(let shape), _): .secret(shape.widened(by: value))
        case (.bounded(let shape, let keywords), _): .bounded(shape.widened(by: value), keywords)
        case (.constants(let values), _): values.contains(value) ? self : .constants(values + [value])
        case (.either(let shapes), _): Self.widened(shapes, by: value)
        case (_, .null): orNull
        case (.scalar(let scalar), _): scalar.widened(by: value) ?? beside(value)
        case (.array(let element), .array(let values)):
            .array(values.reduce(element) { $0.widened(by: $1) })
        case (.dictionary(let element), .object(let object)):
            .dictionary(object.members.reduce(element) { $0.widened(by: $1.value) })
        case (.object(let members), .object(let object)): .object(Self.widened(members, by: object))
        case (.cases(let members), .object(let object)): Self.widened(cases: members, by: object) ?? beside(value)
        case (.array, _), (.dictionary, _), (.object, _), (.cases, _): beside(value)
        }
    }

    private static func inferred(from value: JSONValue) -> Shape {
        switch value {
        case .null: .null
        case .bool: .scalar(.boolean)
        case .number: value.int == nil ? .scalar(.number) : .scalar(.integer)
        case .string: .scalar(.string)
        case .array(let values): .array(values.reduce(.nothing) { $0.widened(by: $1) })
        case .object(let object):
            .object(
                object.members.map { Member(name: $0.name, shape: inferred(from: $0.value), isRequired: true) }
            )
        }
    }

    private func beside(_ value: JSONValue) -> Shape { .either([self, Self.inferred(from: value)]) }

    private static func widened(_ shapes: [Shape], by value: JSONValue) -> Shape {
        if shapes.contains(where: { $0.widened(by: value) == $0 }) { return .either(shapes) }
        return .either(shapes + [inferred(from: value)])
    }

    private static func widened(_ members: [Member], by object: JSONObject) -> [Member] {
        let known = members.map { member in
            guard let value = object[member.name] else {
                return Member(name: member.name, shape: member.shape, isRequired: false)
            }
            return Member(name: member.name, shape: member.shape.widened(by: value), isRequired: member.isRequired)
        }
        let names = Set(members.map(\.name))
        let new = object.members.filter { !names.contains($0.name) }
        return known + new.map { Member(name: $0.name, shape: inferred(from: $0.value), isRequired: false) }
    }

    /// Returns nil if the object matches none of the cases.
    private static func widened(cases: [Member], by object: JSONObject) -> Shape? {
        let present = cases.indices.filter { object[cases[$0].name] != nil }
        guard present.count == 1, let index = present.first, let value = object[cases[index].name] else { return nil }
        var cases = cases
        cases[index].shape = cases[index].shape.widened(by: value)
        return .cases(cases)
    }
}

extension Shape.Scalar {
    /// Returns nil if the value is of another kind.
    fileprivate func widened(by value: JSONValue) -> Shape? {
        switch (type, value) {
        case (.boolean, .bool), (.string, .string), (.number, .number): .scalar(self)
        case (.integer, .number): value.int == nil ? .scalar(.number) : .scalar(self)
        default: nil
        }
    }
}
