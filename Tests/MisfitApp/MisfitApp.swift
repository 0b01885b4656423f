import Fairway
import FairwayServer
import Foundation

/// An app whose start fails, because the controls of a screen do not fit its actions or its view model, or a string catalog
/// is not valid. The environment variable `MISFIT` selects the defect.
@main struct MisfitApp: FairwayApp {
    static var app: App {
        switch ProcessInfo.processInfo.environment["MISFIT"] {
        case "action": App(initial: Showing<RenamedAction>())
        case "field": App(initial: Showing<RenamedField>())
        case "part": App(initial: Showing<RenamedPart>())
        case "list": App(initial: Showing<RenamedList>())
        case "computed": App(initial: Showing<ComputedList>())
        case "catalog":
            App(initial: Showing<Fitting>()) { StringCatalog(Array("{\n  oops\n}".utf8), name: "Broken.xcstrings") }
        case "path": App(initial: Showing<Fitting>()) { Endpoint(.post, "/healthz") { _, _ in .status(204) } }
        case "start": App(initial: Showing<Fitting>()) { OnStart { _ in throw NoLedger() } }
        default: App(initial: Showing<Fitting>())
        }
    }
}

private struct NoLedger: Error, CustomStringConvertible {
    var description: String { "the ledger is gone" }
}

private protocol Misfit: Screen {
    init()
}

private struct Showing<S: Misfit>: FlowController {
    static var name: String { "Showing" }
    func start(_ nav: Navigator<Self>) { nav.show(S()) }
    static var routes: Routes<Self> { on(S.self) { flow, action, nav in } }
}

private struct Fitting: Misfit {
    enum Action: Codable { case save(name: String) }
    static var controls: Controls<Self> { Control(Action.save, "Save") { name in Field(name, "Name") } }
}

private struct RenamedAction: Misfit {
    enum Action: Codable { case keep(name: String) }
    static var controls: Controls<Self> { Control(named: "save", "Save") { Field("name", as: String.self, "Name") } }
}

private struct RenamedField: Misfit {
    enum Action: Codable { case save(fullName: String) }
    static var controls: Controls<Self> { Control(named: "save", "Save") { Field("name", as: String.self, "Name") } }
}

private struct RenamedPart: Misfit {
    enum Action: Codable { case save(address: Address) }

    struct Address: Codable {
        var street: String
        private enum CodingKeys: String, CodingKey { case street = "road" }
    }

    static var controls: Controls<Self> {
        Control(Action.save, "Save") { address in Field(address.street, "Street") }
    }
}

private struct RenamedList: Misfit {
    var ports: [String] = []
    enum Action: Codable { case save(port: String) }
    private enum CodingKeys: String, CodingKey { case ports = "harbours" }

    static var controls: Controls<Self> {
        Control(Action.save, "Save") { port in Field(port, "Port", .options(in: \.ports)) }
    }
}

private struct ComputedList: Misfit {
    var ports: [String] { [] }
    enum Action: Codable { case save(port: String) }
    static var controls: Controls<Self> { Control(Action.save, "Save", on: .row(of: \.ports, \.self)) }
}
