import Fairway
import FairwayWire
import Testing
import WireChecking

struct CatalogTests {
    @Test func flowsAreDescribedWithInputAndOutput() async throws {
        let catalog = try await catalog()
        #expect(catalog.flows.map(\.name) == ["CatalogTests.Main", "CatalogTests.Shop"])
        let shop = try #require(catalog.flows.last)
        #expect(
            shop.input == [
                "type": "object", "properties": ["discount": ["type": "number", "minimum": 0, "maximum": 1]],
                "required": ["discount"],
            ]
        )
        #expect(shop.output == ["type": "array", "items": ["type": "string"]])
        #expect(shop.devices == [.pad])
        #expect(shop.about == "Sells.")
        #expect(!shop.initial)
        let main = try #require(catalog.flows.first)
        #expect(main.initial)
        #expect(main.input == nil)
        #expect(main.output == nil)
    }

    @Test func screensAreDescribedWithViewModelAndActions() async throws {
        let catalog = try await catalog()
        #expect(catalog.screens.map(\.name) == ["CatalogTests.Item", "CatalogTests.Leave"])
        #expect(catalog.screens.map(\.presentation) == [.push, .alert])
        let item = try #require(catalog.screens.first)
        #expect(item.viewModel["properties"]?.object?.members.map(\.name) == ["title", "price"])
        #expect(item.actions["buy"]?["properties"]?["count"]?["type"] == "integer")
        #expect(item.examples == [["title": "Ball, in en", "price": nil], ["title": "Car, in en", "price": 5]])
    }

    @Test func failingExampleIsLeftOut() async throws {
        let examples = try await catalog().screens.first?.examples
        #expect(examples?.count == 2)
        #expect(Item.examples.count == 3)
    }

    @Test func examplesFitTheirSchemas() async throws {
        for screen in try await catalog().screens {
            for example in screen.examples {
                #expect(SchemaChecker.complaints(example, against: screen.viewModel) == [])
            }
        }
    }

    @Test func linksAreListedInMatchingOrder() async throws {
        #expect(try await catalog().links == ["/items/:item", "/about"])
    }

    @Test func sameAppProducesSameBytes() async throws {
        let first = try JSON.encode(try await catalog())
        #expect(try JSON.encode(try await catalog()) == first)
        #expect(try JSON.encode(try JSON.decode(Catalog.self, from: first)) == first)
    }

    /// The catalog must not depend on the screens that this server has shown.
    @Test func unnamedScreenIsLeftOutEvenAfterItWasShown() async throws {
        let engine = try Engine(App(initial: Quiet()), store: MemoryStore())
        let before = await engine.catalog()
        #expect(try await engine.start().state().screen?.name == "CatalogTests.Unnamed")
        #expect(await engine.catalog() == before)
        #expect(before.screens.isEmpty)
    }

    private func catalog() async throws -> Catalog {
        let app = App(initial: Main()) {
            Flow(Shop(discount: 0.5))
            Flow(PadShop(), as: Shop.self, for: .pad)
            Link("/items/:item") { _, _ in }
            Link("/about") { _, _ in }
        }
        return try await Engine(app, store: MemoryStore()).catalog()
    }

    struct Main: FlowController {
        func start(_ nav: Navigator<Self>) { nav.start(Shop()) }
    }

    struct Shop: FlowController {
        typealias Output = [String]
        var discount = 0.0

        struct Input: Codable { var discount: Double }

        init(discount: Double = 0) { self.discount = discount }
        init(_ input: Input) { discount = input.discount }
        static var inputRules: Fairway.Rules<Input> { Rule(\.discount, .range(0...1)) }

        static let about = "Sells."
        func start(_ nav: Navigator<Self>) { nav.show(Item(name: "Ball")) }
        static var routes: Routes<Self> {
            on(Item.self) { _, _, _ in }
            on(Leave.self) { _, _, _ in }
        }
    }

    struct Quiet: FlowController {
        func start(_ nav: Navigator<Self>) { nav.show(Unnamed()) }
    }

    struct Unnamed: Screen {}

    struct PadShop: FlowController {
        typealias Output = [String]
        typealias Input = Shop.Input
        init() {}
        init(_ input: Input) {}
        func start(_ nav: Navigator<Self>) { nav.show(Item(name: "Ball")) }
        static var routes: Routes<Self> { on(Item.self) { _, _, _ in } }
    }

    struct Item: Screen {
        var name: String
        var price: Int?

        enum Action: Codable { case buy(count: Int) }

        struct ViewModel: Codable {
            var title: String
            var price: Int?
        }

        static let examples = [Item(name: "Ball"), Item(name: ""), Item(name: "Car", price: 5)]

        func viewModel(in context: ScreenContext) async throws -> ViewModel {
            guard !name.isEmpty else { throw CancellationError() }
            return ViewModel(title: "\(name), in \(context.locale)", price: price)
        }
    }

    struct Leave: Alert {
        var title: Text = "Leave?"
        var message: Text = ""
        var buttons = [AlertButton("Yes", Action.leave), AlertButton("No", Action.stay, style: .cancel)]
        enum Action: String, Codable { case leave, stay }
        static let examples = [Leave()]
    }
}
