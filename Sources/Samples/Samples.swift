import Fairway
import FairwayTerminal
import Foundation

/// The sample app. It rebuilds the demos of other navigation libraries, and adds flows of real apps.
@main struct Samples: PlayableApp {
    static var app: App {
        App(initial: Home()) {
            Flow(Imperio())
            Flow(Tutorial())
            Flow(ImagePicker())
            Flow(EditProfile())

            Flow(Automatic())
            Flow(GoAnywhere())
            Flow(Parameters())
            Flow(Deeplink())
            Flow(DeeplinkTarget())
            Deeplink.link
            Flow(ModalScreens())
            Flow(LazyRoot())
            Flow(SameScreen())

            Flow(Account())
            Flow(Login())
            Flow(MainArea())
            Flow(Planets())
            Planets.listLink
            Planets.planetLink

            Flow(Programs())
            Flow(PadPrograms(), as: Programs.self, for: .pad)
            Flow(ProgramList())
            Flow(ProgramDetail())
            Flow(CreateProgram())

            Ferry.parts

            Flow(Transfer())
            Service(Ledger.self) { Ledger(in: $0[DataFolder.self]) }
            Flow(Counter())
            Flow(Stall())

            Service(DataFolder.self) { _ in DataFolder(url: URL(filePath: "fairway-samples")) }
        }
    }
}
