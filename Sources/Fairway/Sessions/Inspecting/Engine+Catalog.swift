public import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Engine {
    /// The time limit for the view models of one screen's examples.
    private static let exampleSeconds = 2.0

    /// The flows, screens and links of the app. It never changes, and takes some time to compute, so cache it.
    ///
    /// An example is left out if its view model fails, for example because a service is unreachable. A screen that
    /// neither a route nor an order names is left out too, because it is only known once it is shown. To include such a
    /// screen, add `screen(_:)` to the flow's routes.
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
