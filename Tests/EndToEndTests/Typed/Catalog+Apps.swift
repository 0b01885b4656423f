import Fairway
import FairwayWire
import Foundation

@testable import Samples

extension Catalog {
    /// The catalog of an app.
    init(of app: App) async throws { self = try await Engine(app, store: MemoryStore()).catalog() }

    static var samples: Catalog { get async throws { try await Catalog(of: Samples.app) } }

    /// The samples' catalog with the screens of ferries only.
    static var ferries: Catalog {
        get async throws {
            var catalog = try await samples
            catalog.screens.removeAll { !$0.name.hasPrefix("Ferry.") }
            return catalog
        }
    }

    /// A catalog with names that are not identifiers or are keywords, recursive types, types with equal names, and more.
    static var awkward: Catalog {
        get throws {
            let path = DocumentationPage.project.appending(path: "Tests/Fixtures/typed/awkward.json")
            return try JSON.decode(Catalog.self, from: try Data(contentsOf: path))
        }
    }

    /// The catalog with another name for a property of a screen's view model.
    func renaming(_ property: String, of screen: String, to name: String) -> Catalog {
        var catalog = self
        for index in catalog.screens.indices where catalog.screens[index].name == screen {
            var properties = catalog.screens[index].viewModel["properties"]?.object ?? [:]
            properties[name] = properties[property]
            properties[property] = nil
            catalog.screens[index].viewModel["properties"] = .object(properties)
        }
        return catalog
    }
}
