/// What is to be seen: lines, and below them what was said and what is asked.
struct Page: Hashable, Sendable {
    var lines: [StyledLine]
    /// What happened last: a refusal, a lost connection.
    var notice: StyledLine?
    var question: Question
    /// What can be done by their numbers; a number that is typed is one more than the place here.
    var choices: [Choice] = []
    /// The tabs that can be selected, in the same way.
    var tabs: [Whereabouts.Tab] = []
}
