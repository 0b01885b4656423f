import Fairway
import FairwayServer

@main struct Shop {
    static let app = App("Shop", initial: Front()) {
        Endpoint(.get, "/hours") { request, context in .text("8 to 18") }
    }

    static func main() async throws {
        let server = try FairwayServer(app, .fromCommandLine())
        try await server.run()
    }
}

struct Front: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Shelf()) }

    static var routes: Routes<Self> { screen(Shelf.self) }

    struct Shelf: Screen {}
}
