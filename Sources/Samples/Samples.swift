package import Fairway
import FairwayAssets
import Foundation
package import Synchronization

/// The sample app: flows of real apps, and the demos of other navigation libraries, rebuilt.
package enum Samples: FairwayApp {
    package static var app: App { app(claimSecrets: Claim.secretsOfEnvironment) }

    /// - Parameter claimSecrets: The secrets of the webhook for claims.
    static func app(claimSecrets: [String]) -> App {
        let folder = dataFolder
        return App("Fairway", initial: Home()) {
            PublicFile("index.html", bytes: embedded("Home/index.html"))

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
            Claim.parts(secrets: claimSecrets)

            Flow(Transfer())
            Service(Ledger.self) { Ledger(in: $0[DataFolder.self]) }
            Flow(Counter())
            Flow(Stall())

            StringCatalog(embedded("Localizable.xcstrings"))
            Service(DataFolder.self) { _ in folder }
        }
    }

    /// Whether ``Stall`` offers an action that ends the process. Set before the app is served.
    package static let offersTraps = Atomic<Bool>(false)

    /// A file of this module that is not Swift.
    static func embedded(_ path: String) -> [UInt8] {
        guard let file = EmbeddedFile.all(in: embeddedSamples).first(where: { $0.path == path }) else {
            preconditionFailure("Sources/Samples has no file \(path)")
        }
        return file.bytes
    }

    /// Chosen once, when the process starts. Only `serve` and `play` keep data: an exploration must not book ferries in
    /// the folder of a server.
    private static let dataFolder: DataFolder = {
        let keepsData = ["serve", "play"].contains(CommandLine.arguments.dropFirst().first)
        return keepsData ? .writable(at: "fairway-samples") : DataFolder()
    }()
}

extension ScreenContext {
    func euros(_ amount: Decimal) -> String { amount.euros(in: locale) }

    func euros(cents: Int) -> String { euros(Decimal(cents) / 100) }
}

extension Decimal {
    /// An amount of money as the user's language writes it: `€1,234.50`, `1.234,50 €`.
    func euros(in locale: String) -> String { formatted(.currency(code: "EUR").locale(Locale(identifier: locale))) }
}

/// An effect: the client shows a text for some seconds.
struct Toast: Effect, Hashable {
    var text: Text
}
