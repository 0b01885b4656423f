import Fairway
import Foundation

/// An app whose screens have each kind of type, parameter and control for which `generate` writes different code.
///
/// `AppScreen.swift` and `Tests/Fixtures/typed/screens.ts` are its generated code. `awkward.json` contains the schemas and
/// names that no declaration in Swift produces.
struct FixtureApp: FairwayApp {
    static var app: App { App(initial: Parcels()) { Flow(EveryRule()) } }
}

struct Parcels: FlowController {
    struct Input: Codable {
        var to: Address
        var weight: Double
        var size: Size?
        var code: String?
    }

    init() {}

    init(_ input: Input) {}

    static var inputRules: Rules<Input> {
        Rule(\.to.street, .length(1...60))
        Rule(\.weight, .range(0.5...30), .step(0.5))
        Rule(\.code, .pattern("[A-Z]{3}"))
    }

    func start(_ nav: Navigator<Self>) { nav.show(Search()) }

    static var routes: Routes<Self> {
        on(Search.self) { flow, action, nav in nav.show(Offers()) }
        on(Offers.self) { flow, action, nav in }
        screen(Parcel.self)
        screen(Receipt.self)
        screen(Status.self)
    }

    struct Search: Screen {
        static let title = "Send a parcel"
        static let about = "Asks for the way of a parcel."

        var depots = [Depot(key: "kiel", name: "Kiel"), Depot(key: "oslo", name: "Oslo")]

        struct Depot: Codable {
            var key: String
            var name: String
        }

        enum Action: Codable {
            case searchButtonPressed(from: String, to: String, date: String, time: String?, weight: Double?)
        }

        static var controls: Controls<Self> {
            Control(Action.searchButtonPressed, "Search", role: .primary) { from, to, date, time, weight in
                Field(from, "From", .options(in: \.depots, value: \.key, label: \.name))
                Field(to, "To", .options(in: \.depots, value: \.key, label: \.name))
                Field(date, "Date", .date)
                Field(time, "Not before", .time)
                Field(weight, "Weight", .range(0...30), .unit("kg"))
            }
        }
    }

    struct Offers: Screen {
        static let version = 2

        var offers: [Offer] = []

        struct Offer: Codable {
            var id: Int
            var note: String?
        }

        enum Action: Codable {
            case chooseButtonPressed(id: Int)
            case hideButtonPressed(index: Int)
            case clearButtonPressed
            case closeButtonPressed
            case codeEntered(String)
            case senderEntered(sender: Address, copies: [Address], payment: Payment?)
        }

        /// `closeButtonPressed` has no control.
        static var controls: Controls<Self> {
            Control(Action.chooseButtonPressed, "Choose", on: .row(of: \.offers, \.id))
            Control(Action.hideButtonPressed, "Hide", confirm: "Hide this offer?", on: .row(of: \.offers))
            Control(.clearButtonPressed, "Clear", role: .destructive, confirm: "Hide all offers?")
            Control(Action.codeEntered, "Redeem") { code in Field(code, "Code") }
        }
    }

    struct Parcel: Screen {
        var id = UUID()
        var isFragile = false
        var pieces = 1
        var shelf: Int?
        var stops = ["Kiel"]
        var litres = 0.5
        var posted = Date(timeIntervalSince1970: 0)
        var arrived: Date?
        var tracking: URL?
        var signature = Data()
        var remarks = JSONValue.null
        var customs: JSONObject = [:]
        var size = Size.small
        var repacked: Size?
        var sender = Address()
        var receiver: Address?
        var payment = Payment.cash
        var way = Way.direct
        var comment: Comment?
        var labels: [String?] = []
        var legs: [[Leg]] = []
        var fees: [String: Decimal] = [:]
        var counts: [Size: Int] = [:]
    }

    struct Receipt: Screen { var number = 0 }

    struct Status: Screen {
        typealias ViewModel = Size

        func viewModel(in context: ScreenContext) -> Size { .small }
    }
}

extension Parcels {
    enum Size: String, Codable { case small, large, extraLarge = "extra-large" }

    struct Address: Codable {
        var street = ""
        var town: String?
    }

    enum Payment: Codable {
        case cash
        case card(number: String, expires: Date?)
        case invoice(Address)
    }

    /// Contains itself in a payload.
    indirect enum Way: Codable, Sendable { case direct, via(String, then: Way) }

    /// Contains itself in a list and in an optional.
    final class Comment: Codable, Sendable {
        let text: String
        let answers: [Comment]
        let quoted: Comment?

        init(text: String, answers: [Comment], quoted: Comment?) {
            self.text = text
            self.answers = answers
            self.quoted = quoted
        }
    }

    struct Leg: Codable { var depot: String }
}
