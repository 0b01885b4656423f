public import Foundation

/// A rule for the value of a field. The action's JSON Schema contains it, and the engine enforces it.
///
/// ```swift
/// Field(name, "Name", .length(1...60))
/// Field(weight, "Weight", .range(0...200), .step(0.5), .unit("kg"))
/// ```
///
/// | Parameter | Rules |
/// | --- | --- |
/// | text | `.length`, `.pattern`, `.email`, `.phone`, `.url`, `.date`, `.time`, `.multiline`, `.password` |
/// | number | `.range`, `.step`, `.unit`, `.money` |
/// | `Date` | `.dateTime` |
/// | any | `.options`, `.placeholder` |
public struct Rule<S: Screen, Value>: Sendable {
    let apply: @Sendable (inout FieldRules) -> Void

    init(_ apply: @escaping @Sendable (inout FieldRules) -> Void) { self.apply = apply }
}

extension Rule {
    /// An example of the input, shown while the field is empty.
    ///
    /// ```swift
    /// Field(card, "Card", .placeholder("1234 5678 9012 3456"))
    /// ```
    public static func placeholder(_ text: Text) -> Rule { Rule { $0.placeholder = text } }

    /// One of the elements of a list in the view model.
    ///
    /// ```swift
    /// Field(sailing, "Sailing", .options(in: \.sailings, value: \.id, label: \.name))
    /// ```
    ///
    /// - Parameters:
    ///   - list: The list in the view model. All key paths must lead to stored properties.
    ///   - value: The parameter's value in an element.
    ///   - label: The label of an element.
    public static func options<Element>(
        in list: KeyPath<S.ViewModel, [Element]>,
        value: KeyPath<Element, Value>,
        label: KeyPath<Element, String>
    ) -> Rule {
        let list = ListOptions(list: PropertyPath(list), value: PropertyPath(value), label: PropertyPath(label))
        return Rule { $0.options = .list(list) }
    }

    /// One of the elements of a list in the view model, for an optional parameter.
    public static func options<Element, Wrapped>(
        in list: KeyPath<S.ViewModel, [Element]>,
        value: KeyPath<Element, Wrapped>,
        label: KeyPath<Element, String>
    ) -> Rule where Value == Wrapped? {
        let list = ListOptions(list: PropertyPath(list), value: PropertyPath(value), label: PropertyPath(label))
        return Rule { $0.options = .list(list) }
    }

    /// One of the values in a list of the view model. They are their own labels.
    ///
    /// ```swift
    /// Field(port, "Port", .options(in: \.ports))
    /// ```
    public static func options(in list: KeyPath<S.ViewModel, [Value]>) -> Rule {
        let list = ListOptions(list: PropertyPath(list), value: .whole, label: .whole)
        return Rule { $0.options = .list(list) }
    }

    /// One of the values in a list of the view model, for an optional parameter.
    public static func options<Wrapped>(in list: KeyPath<S.ViewModel, [Wrapped]>) -> Rule where Value == Wrapped? {
        let list = ListOptions(list: PropertyPath(list), value: .whole, label: .whole)
        return Rule { $0.options = .list(list) }
    }
}

// Rules are constrained by protocols to which `Optional` and `Sensitive` conform, so that `Field` has one initialiser.
// With an overload for optional parameters, the compiler reports a rule of the wrong type as "no exact matches".

/// A parameter that is text: `String`, also optional or ``Sensitive``.
public protocol TextParameter {}
extension String: TextParameter {}
extension Optional: TextParameter where Wrapped: TextParameter {}
extension Sensitive: TextParameter where Value: TextParameter {}

/// A parameter that is a number: `Int`, `Double` or `Decimal`, also optional.
public protocol NumberParameter {
    /// The type of the number.
    associatedtype Number: Numeric & Comparable & Sendable
}

extension Int: NumberParameter {
    /// The type itself.
    public typealias Number = Int
}

extension Double: NumberParameter {
    /// The type itself.
    public typealias Number = Double
}

extension Decimal: NumberParameter {
    /// The type itself.
    public typealias Number = Decimal
}

extension Optional: NumberParameter where Wrapped: NumberParameter {
    /// The type of the wrapped number.
    public typealias Number = Wrapped.Number
}

/// A parameter that is a point in time: `Date`, also optional.
public protocol DateParameter {}
extension Date: DateParameter {}
extension Optional: DateParameter where Wrapped: DateParameter {}
