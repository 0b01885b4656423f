import FairwayWire

/// The code that clients in TypeScript and in Swift have for a screen: the part of `generate`'s files about it.
struct ScreenCode: Codable, Hashable, DescribedType {
    /// The name of the screen.
    let name: String
    let typeScript: String
    let swift: String

    static let described = TypeDescription(
        "The types of a screen.",
        .init("name", "The screen's name in the catalog.", "Tutorial.Page1"),
        .init("typeScript", "The types in TypeScript.", "export namespace TutorialPage1Screen { … }"),
        .init("swift", "The types in Swift.", "struct TutorialPage1Screen: TypedScreen { … }")
    )
}

/// The code for every screen of a catalog.
struct ScreenCodeList: Codable, Hashable, DescribedType {
    let screens: [ScreenCode]

    static let described = TypeDescription(
        "The types of all screens.",
        .init("screens", "The screens, sorted by name.")
    )

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
