public import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Engine {
    /// How long the view models of one screen's examples may take.
    private static let exampleSeconds = 2.0

    /// What the app consists of. It takes a while and is always the same, so that whoever needs it often keeps it.
    ///
    /// An example whose view model cannot be made, because a service is out of reach, say, is left out. So is a screen
    /// that neither a route nor an order names: nothing tells of it before it is shown, and what has been shown differs
    /// from server to server. `screen(_:)` among a flow's routes names one that takes no actions.
    @concurrent public func catalog() async -> Catalog {
        var catalog = Catalog(
            flows: blueprint.flows.values.sorted { $0.name < $1.name }.map { flow in
                flow.entry(isInitial: flow === blueprint.initial, devices: blueprint.devices(of: flow))
            },
            links: blueprint.links.map(\.pattern.description)
        )
        // Nobody's session, at no moment in particular: two servers with the same build give the same bytes.
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
