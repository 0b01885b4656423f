import FairwayWire
import Testing

@testable import Fairway

struct MadeViewModelsTests {
    private let id = ScreenID(7)

    /// A derived page that its flow's first handler has made.
    private func page(readsContext: Bool = false, writes: Int = 1) throws -> DerivedScreen {
        DerivedScreen(
            type: ScreenType(Page.self, routedKinds: []),
            derivation: Derivation(madeFrom: 1),
            encoded: ShownScreen.Encoded(json: try RawJSON(encoding: Page("a")), version: 1),
            flow: try FlowType(Puppet(), as: Puppet.self, for: nil),
            state: Puppet(),
            writes: writes,
            maker: ScreenMaker(readsContext ? .context { _, _, _ in Page("a") } : .flow { _, _ in Page("a") })
        )
    }

    @Test func screenIsOutOfDateAfterAHandlerOfItsFlow() throws {
        let screens = MadeViewModels(isSandbox: false, keepsStates: false)
        #expect(try !screens.isOutOfDate(page(), id: id))
        #expect(try screens.isOutOfDate(page(writes: 2), id: id))
    }

    @Test func screenThatReadsAContextIsMadeAfterEachHandler() throws {
        let screen = try page(readsContext: true)
        var screens = MadeViewModels(isSandbox: false, keepsStates: false)
        #expect(screens.isOutOfDate(screen, id: id))
        screens.note(id, madeBy: screen.maker)
        #expect(!screens.isOutOfDate(screen, id: id))
        #expect(screens.isOutOfDate(screen, id: ScreenID(8)))
        screens.noteHandlerRun()
        #expect(screens.isOutOfDate(screen, id: id))
    }

    @Test func refreshMakesEachScreenOnce() throws {
        let screen = try page()
        var screens = MadeViewModels(isSandbox: false, keepsStates: false)
        screens.isRefresh = true
        #expect(screens.isOutOfDate(screen, id: id))
        _ = try screens.encode(Page("a"), as: screen, id: id, in: .english)
        #expect(!screens.isOutOfDate(screen, id: id))
    }

    @Test(arguments: [("a", false), ("b", true)])
    func screenIsStoredIfItsBytesHaveChanged(label: String, isChanged: Bool) throws {
        var screens = MadeViewModels(isSandbox: false, keepsStates: false)
        let made = try screens.encode(Page(label), as: page(), id: id, in: .english)
        #expect(made.encoded == ShownScreen.Encoded(json: try RawJSON(encoding: Page(label)), version: 1))
        #expect(made.isChanged == isChanged)
        #expect(screens.hasDerivedScreensToStore == isChanged)
    }

    @Test func viewModelIsMaskedInASandboxOnly() throws {
        let (clear, masked): (RawJSON, RawJSON) = (try RawJSON(encoding: "clear"), try RawJSON(encoding: "masked"))
        for isSandbox in [false, true] {
            var screens = MadeViewModels(isSandbox: isSandbox, keepsStates: true)
            screens.add(ShownViewModel(json: clear, masked: masked), of: id)
            screens.add(ShownViewModel(json: clear, masked: nil), of: ScreenID(8))
            #expect(screens.made == [id: isSandbox ? masked : clear, ScreenID(8): clear])
            #expect(screens.masked == [id: masked])
        }
    }

    @Test(arguments: [false, true], [false, true])
    func maskedViewModelsAreNeededInASandboxOrForKeptStates(isSandbox: Bool, keepsStates: Bool) {
        let screens = MadeViewModels(isSandbox: isSandbox, keepsStates: keepsStates)
        #expect(screens.needsMasked == (isSandbox || keepsStates))
    }
}
