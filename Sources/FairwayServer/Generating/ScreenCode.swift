import FairwayWire

/// The code that clients in TypeScript and in Swift have for a screen: the part of `generate`'s files about it.
struct ScreenCode: Codable, Hashable {
    /// The name of the screen.
    let name: String
    let typeScript: String
    let swift: String
}

/// The code for every screen of a catalog.
struct ScreenCodeList: Codable, Hashable {
    let screens: [ScreenCode]

    init(_ catalog: Catalog) {
        screens = ClientTypes(catalog).screens.map { screen in
            ScreenCode(
                name: screen.name,
                typeScript: TypeScriptPrinter.text(of: screen),
                swift: SwiftPrinter.text(of: screen)
            )
        }
    }
}
