import Testing

/// One row of a table of navigation rules: what the root flow opens with, what the flows of the screens in front then do,
/// where everything is afterwards, and what moved in the last step.
struct NavigationRule: CustomTestStringConvertible, Sendable {
    var name: String
    var root: Puppet
    var steps: [[Command]]
    var picture: String
    var movements: String
    var line: SourceLocation

    init(
        _ name: String,
        _ opening: Command...,
        onFinish: [Command] = [],
        onDismiss: [Command] = [],
        given: [[Command]] = [],
        when: Command...,
        then picture: String,
        _ movements: String,
        line: SourceLocation = #_sourceLocation
    ) {
        self.name = name
        root = Puppet(onFinish: onFinish, onDismiss: onDismiss)
        root.opening = opening
        steps = given + [when]
        self.picture = picture
        self.movements = movements
        self.line = line
    }

    var testDescription: String { name }
}
