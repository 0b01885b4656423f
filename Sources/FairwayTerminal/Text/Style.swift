/// How a piece of text looks, by what it is.
enum Style: Hashable, Sendable {
    /// What a screen says.
    case plain
    /// What a screen is called, and what is selected.
    case title
    /// What stands beside the matter: names of values, where one is.
    case quiet
    /// What can be chosen.
    case choice
    /// What went wrong.
    case failure

    /// The parameters of SGR (ECMA-48, section 8.3.117); the eight colours alone, which every terminal's owner has chosen.
    var parameters: String? {
        switch self {
        case .plain: nil
        case .title: "1"
        case .quiet: "2"
        case .choice: "36"
        case .failure: "31"
        }
    }
}
