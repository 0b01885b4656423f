import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayWire
import Foundation

/// The screens and edges that an app declares, for the console's map.
extension Admin {
    func addDeclaredRoute(to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/v1/admin/declared",
            description: APIOperation(
                "The screens that flows declare, and the edges that `explore --graph` found.",
                "Admin",
                .operator
            )
            .explained("The console's map draws it in grey below what users did.")
            .reads(query: "flow", "Only the screens of this flow, and the edges between them.", example: "Checkout")
            .answers(200, "The screens and the edges.", DeclaredGraph.self)
        ) { request, exchange in
            answer(request, exchange, needs: .view) { call in
                let flow = call.query.text("flow")
                var graph = explored[flow]
                graph.screens = api.engine.declaredScreens(of: flow).union(graph.screens).sorted()
                return try .json(graph)
            }
        }
    }
}

/// `GET /v1/admin/declared`: screens and edges that users can reach, whether or not any user has.
struct DeclaredGraph: Codable, Equatable, DescribedType {
    var screens: [String] = []
    var edges: [DeclaredEdge] = []

    static let described = TypeDescription(
        "The screens and transitions of an app, whether or not users took them.",
        .init("screens", "The names of the screens.", ["Checkout.Address", "Checkout.Payment"]),
        .init("edges", "The transitions that `explore --graph` found.")
    )

    struct DeclaredEdge: Codable, Hashable, DescribedType {
        /// The front screen before; nil for a start.
        var from: String?
        var action: String
        /// The front screen afterwards; nil if the last flow has left.
        var to: String?

        static let described = TypeDescription(
            "A transition that users can make.",
            .init("from", "The front screen before; `null` for a start.", "Checkout.Address"),
            .init("action", "The action, or the kind of another change.", "saveButtonPressed"),
            .init("to", "The front screen afterwards; `null` if the last flow has left.", "Checkout.Payment")
        )
    }
}

extension DeclaredGraph {
    /// The screens and edges of explored sessions. The explorer itself has ended the sessions, so these edges are left out.
    init(explored graph: Graph) {
        screens = graph.screens.map(\.name)
        edges = graph.edges.filter { $0.to != nil || $0.action != "end" }
            .map { DeclaredEdge(from: $0.from, action: $0.action, to: $0.to) }
            .sorted { ($0.from ?? "", $0.action, $0.to ?? "") < ($1.from ?? "", $1.action, $1.to ?? "") }
    }
}

/// The file that `explore --graph` writes and `serve --graph` reads.
struct ExploredGraphs: Codable, Equatable {
    /// The graph of all flows.
    var all = DeclaredGraph()
    /// The graph of each flow, by name.
    var flows: [String: DeclaredGraph] = [:]

    /// The graph of a flow, or of all flows. It is empty if the flow was not explored.
    subscript(flow: String?) -> DeclaredGraph { flow.map { flows[$0] ?? DeclaredGraph() } ?? all }
}

extension ExploredGraphs {
    /// Reads the file of `--graph`.
    init(reading file: String) throws(CommandError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(filePath: file)))
        } catch {
            throw CommandError(
                .badValue,
                "--graph \(file) cannot be read: \(error.localizedDescription) Write the file with explore --graph."
            )
        }
    }

    /// Writes the file. It has the same bytes for the same graphs.
    func write(to file: String) throws(CommandError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try encoder.encode(self).write(to: URL(filePath: file), options: .atomic)
        } catch {
            throw CommandError(.badValue, "--graph \(file) cannot be written: \(error.localizedDescription)")
        }
    }
}
