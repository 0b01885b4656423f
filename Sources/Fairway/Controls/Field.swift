/// An input of a control: one parameter of its action, with its label and rules.
///
/// A parameter that is optional in the action may be left out by the user.
///
/// ```swift
/// Field(name, "Name", .length(1...60), hint: "As in the passport")
/// Field(cabin, "Cabin")                                   // a `Choice`: one option for each case
/// Field(sailing, "Sailing", .options(in: \.sailings, value: \.id, label: \.name))
/// Field(sailing, on: .row(of: \.sailings, \.id))          // filled in by the client
/// ```
public struct Field<S: Screen>: Sendable {
    let declaration: FieldDeclaration

    /// The field of a parameter.
    ///
    /// - Parameters:
    ///   - parameter: The stand-in for the parameter, or for a part of it.
    ///   - label: The label.
    ///   - rules: The rules for the value.
    ///   - hint: An explanation that clients show beside the input.
    public init<V>(_ parameter: Parameter<S, V>, _ label: Text, _ rules: Rule<S, V>..., hint: Text? = nil) {
        declaration = FieldDeclaration(
            parameter: .at(parameter.index),
            part: parameter.part,
            label: label,
            hint: hint,
            rules: .of(rules, on: V.self)
        )
    }

    /// A parameter that comes from the row on which clients draw the control.
    ///
    /// ```swift
    /// Field(sailing, on: .row(of: \.sailings, \.id))
    /// ```
    public init<V>(_ parameter: Parameter<S, V>, on row: RowValue<S, V>) {
        declaration = FieldDeclaration(
            parameter: .at(parameter.index),
            part: parameter.part,
            label: "",
            rules: FieldRules(),
            row: row.source
        )
    }

    /// The field of a parameter by its name, for `Control(named:)`.
    ///
    /// ```swift
    /// Field("isbn", as: String.self, "ISBN", .length(10...17))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the parameter on the wire.
    ///   - type: The type of its JSON.
    ///   - label: The label.
    ///   - rules: The rules for the value.
    ///   - hint: An explanation that clients show beside the input.
    public init<V: Codable>(
        _ name: String,
        as type: V.Type,
        _ label: Text,
        _ rules: Rule<S, V>...,
        hint: Text? = nil
    ) {
        declaration = FieldDeclaration(
            parameter: .named(name, ShapeRecorder().record(type).shape),
            part: .whole,
            label: label,
            hint: hint,
            rules: .of(rules, on: V.self)
        )
    }
}

/// Builds the fields of a control.
@resultBuilder
public enum FieldsBuilder<S: Screen> {
    /// One field.
    public static func buildExpression(_ field: Field<S>) -> [Field<S>] { [field] }
    /// The fields of a block.
    public static func buildBlock(_ fields: [Field<S>]...) -> [Field<S>] { fields.flatMap(\.self) }
    /// The fields of a loop.
    public static func buildArray(_ fields: [[Field<S>]]) -> [Field<S>] { fields.flatMap(\.self) }
    /// The fields of an `if` without `else`.
    public static func buildOptional(_ fields: [Field<S>]?) -> [Field<S>] { fields ?? [] }
    /// The fields of an `if`.
    public static func buildEither(first fields: [Field<S>]) -> [Field<S>] { fields }
    /// The fields of an `else`.
    public static func buildEither(second fields: [Field<S>]) -> [Field<S>] { fields }
}

/// A value that an action takes from the row on which its control is drawn.
///
/// ```swift
/// Control(Action.editButtonPressed, "Edit", on: .row(of: \.passengers))       // the index
/// Control(Action.didSelect, "Choose", on: .row(of: \.sailings, \.id))         // a value of the row
/// ```
public struct RowValue<S: Screen, Value>: Sendable {
    let source: RowSource

    /// A value of the row.
    ///
    /// - Parameters:
    ///   - list: The list in the view model. Both key paths must lead to stored properties.
    ///   - value: The value of the list's element.
    public static func row<Element>(
        of list: KeyPath<S.ViewModel, [Element]>,
        _ value: KeyPath<Element, Value>
    ) -> RowValue {
        RowValue(source: RowSource(list: PropertyPath(list), value: PropertyPath(value)))
    }
}

extension RowValue where Value == Int {
    /// The index of the row.
    public static func row<Element>(of list: KeyPath<S.ViewModel, [Element]>) -> RowValue {
        RowValue(source: RowSource(list: PropertyPath(list), value: nil))
    }
}

/// A type-erased ``RowValue``.
struct RowSource: Hashable, Sendable {
    let list: PropertyPath
    /// Nil for the index.
    let value: PropertyPath?
}

/// A type-erased ``Field``, as the author declared it.
struct FieldDeclaration: Sendable {
    var parameter: ParameterReference
    var part: PropertyPath
    var label: Text
    var hint: Text?
    var rules: FieldRules
    /// Set if the parameter comes from a row.
    var row: RowSource?

    /// The parameter of a field.
    enum ParameterReference: Sendable {
        /// By its position in the action's case.
        case at(Int)
        /// By its name on the wire, with the shape of the type that the author declared.
        case named(String, Shape)
    }
}

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

    /// Reads the names from the description, `\Form.sailings` or `\Form.trip?.sailings?`, which is the same in all builds. A
    /// computed property is described as `<computed 0x… (Int)>`.
    init<Root, Value>(_ path: KeyPath<Root, Value>) {
        var text = Substring("\(path)")
        let root = "\\\(Root.self)"
        guard text.hasPrefix(root) else {
            names = nil
            return
        }
        text = text.dropFirst(root.count)
        let parts = text.split(separator: ".").map { String($0.last == "?" ? $0.dropLast() : $0) }
        let isStored = parts.allSatisfy { $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }
        names = parts == ["self"] ? [] : isStored ? parts : nil
    }

    func appending(_ other: PropertyPath) -> PropertyPath {
        PropertyPath(names: names.flatMap { first in other.names.map { first + $0 } })
    }
}
