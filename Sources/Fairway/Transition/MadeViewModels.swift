import FairwayWire

/// The derived screens and view models that a change makes.
struct MadeViewModels {
    /// In a sandbox, clients see sensitive values masked.
    private let isSandbox: Bool
    private let keepsStates: Bool
    /// The view models of the present revision, except those of screens that are their own view model.
    var before: [ScreenID: RawJSON] = [:]
    /// Whether the change is a refresh, which makes all visible derived screens again.
    var isRefresh = false
    /// The new view models, like ``before``.
    private(set) var made: [ScreenID: RawJSON] = [:]
    /// The new view models that have sensitive values, with these masked. Not computed if states are not kept.
    private(set) var masked: [ScreenID: RawJSON] = [:]
    /// Whether the stored bytes of a derived screen have changed.
    private(set) var hasDerivedScreensToStore = false
    /// How many handlers have run in this change.
    private var handlerRuns = 0
    /// The derived screens that are made in every change and were made in this one, with ``handlerRuns`` at that time.
    private var madeAt: [ScreenID: Int] = [:]

    /// - Parameter keepsStates: Whether the states of the session are kept for operators.
    init(isSandbox: Bool, keepsStates: Bool) { (self.isSandbox, self.keepsStates) = (isSandbox, keepsStates) }

    /// Whether the masked form of a view model is used.
    var needsMasked: Bool { keepsStates || isSandbox }

    mutating func noteHandlerRun() { handlerRuns += 1 }

    /// Whether a screen has to be made again: a handler has run on the flow that declares it, or its closure reads more
    /// than that flow's state.
    func isOutOfDate(_ screen: DerivedScreen, id: ScreenID) -> Bool {
        if screen.derivation.madeFrom != screen.writes { return true }
        return isMadeInEveryChange(screen.maker) && madeAt[id] != handlerRuns
    }

    private func isMadeInEveryChange(_ maker: ScreenMaker) -> Bool { maker.readsContext || isRefresh }

    /// Notes that a screen has been shown.
    mutating func note(_ screen: ScreenID, madeBy maker: ScreenMaker) {
        if isMadeInEveryChange(maker) { madeAt[screen] = handlerRuns }
    }

    /// Encodes a screen that has been made again. Returns whether its stored bytes have changed.
    mutating func encode(
        _ value: any Screen,
        as screen: DerivedScreen,
        id: ScreenID,
        in language: Language
    ) throws -> (encoded: ShownScreen.Encoded, isChanged: Bool) {
        let encoded = ShownScreen.Encoded(
            json: try screen.type.encode(value),
            version: screen.type.version,
            title: screen.type.title.map(language.string)
        )
        note(id, madeBy: screen.maker)
        let isChanged = encoded != screen.encoded
        if isChanged { hasDerivedScreensToStore = true }
        return (encoded, isChanged)
    }

    mutating func add(_ viewModel: ShownViewModel, of screen: ScreenID) {
        made[screen] = (isSandbox ? viewModel.masked : nil) ?? viewModel.json
        masked[screen] = viewModel.masked
    }
}
