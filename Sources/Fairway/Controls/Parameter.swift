/// Stands for a parameter of an action where its field is declared. Its members stand for the parts of the parameter.
///
/// ```swift
/// Control(Action.orderButtonPressed, "Order") { address in
///     Field(address.street, "Street", .length(1...60))
///     Field(address.city, "City", .length(1...60))
/// }
/// ```
@dynamicMemberLookup
public struct Parameter<S: Screen, Value>: Sendable {
    let index: Int
    private(set) var part = PropertyPath.whole

    init(index: Int) { self.index = index }

    /// A part of the parameter.
    public subscript<Part>(dynamicMember property: KeyPath<Value, Part>) -> Parameter<S, Part> {
        var parameter = Parameter<S, Part>(index: index)
        parameter.part = part.appending(PropertyPath(property))
        return parameter
    }
}

/// The names of the stored properties that a key path leads through.
struct PropertyPath: Hashable, Sendable {
    /// Nil if one of them is not a stored property.
    let names: [String]?

    /// The value itself.
    static let whole = PropertyPath(names: [])

    private init(names: [String]?) { self.names = names }

    /// Reads the names from the description, `\Form.sailings`, which is the same in all builds. A computed property is
    /// described as `<computed 0x… (Int)>`.
    init<Root, Value>(_ path: KeyPath<Root, Value>) {
        var text = Substring("\(path)")
        let root = "\\\(Root.self)"
        guard text.hasPrefix(root) else {
            names = nil
            return
        }
        text = text.dropFirst(root.count)
        let parts = text.split(separator: ".").map(String.init)
        let isStored = parts.allSatisfy { $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }
        names = parts == ["self"] ? [] : isStored ? parts : nil
    }

    func appending(_ other: PropertyPath) -> PropertyPath {
        PropertyPath(names: names.flatMap { first in other.names.map { first + $0 } })
    }
}
