/// What a line is typed for.
struct Question: Hashable, Sendable {
    /// What is the same while the same thing is asked for: a line that is being typed stays.
    let id: String
    let label: String
    /// What the line holds already.
    var initial = ""
    /// Whether what is typed is shown.
    var isSecret = false
}
