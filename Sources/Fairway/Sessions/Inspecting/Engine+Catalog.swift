public import FairwayWire
import Foundation

extension Engine {
    /// The time limit for all examples of one screen.
    private static let exampleSeconds = 2.0

    /// The flows, screens and links of the app. Cache the catalog: it never changes, but takes some time to compute.
    ///
    /// An example is left out if its view model throws, such as when a service is unreachable. If the examples of a
    /// screen take too long together, all of them are left out.
    ///
    /// The catalog contains the screens that are named in a route or are a step of an ordered flow. The engine learns
    /// of any other screen only when a flow shows it. To include such a screen, add `screen(_:)` to the flow's routes.
    @concurrent public func catalog() async -> Catalog {
        var catalog = Catalog(
            flows: blueprint.flows.values.sorted { $0.name < $1.name }.map { flow in
                flow.entry(isInitial: flow === blueprint.initial, devices: blueprint.devices(of: flow))
            },
            links: blueprint.links.map(\.pattern.description)
        )
        // A fixed context: two servers with the same build must produce the same bytes.
        let context = ScreenContext(
            session: "",
            device: Device(),
            now: Date(timeIntervalSinceReferenceDate: 0),
            dependencies: dependencies.makeSession(),
            progress: nil
        )
        for screen in blueprint.screens {
            let outcome = await deadline(seconds: Self.exampleSeconds, in: threads).run { _ in
                await screen.entry(in: context)
            } expired: {
            } late: {
            }
            catalog.screens.append(outcome.result ?? screen.entryWithoutExamples())
        }
        return catalog
    }
}
