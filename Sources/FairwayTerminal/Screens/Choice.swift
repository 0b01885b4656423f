import FairwayWire

/// Something a user can do on a screen, by its number.
struct Choice: Hashable, Sendable {
    /// The screen it is done on.
    let screen: String
    let action: String
    let asks: Asks

    /// What the action has to be given.
    enum Asks: Hashable, Sendable {
        /// Nothing more: its parameters are known, or it has none.
        case nothing(JSONValue?)
        /// What the user types.
        case form(ParameterType)
    }
}
