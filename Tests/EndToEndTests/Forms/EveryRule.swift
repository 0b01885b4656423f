import Fairway
import Foundation

/// A flow whose screen has a field for each rule and each type of parameter.
struct EveryRule: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> { on(Page.self) { flow, action, nav in } }

    struct Page: Screen {
        var quays = [Quay(key: "kiel", name: "Kiel"), Quay(key: "oslo", name: "Oslo")]
        var decks = [3, 5, 8]

        enum Action: Codable {
            case textsEntered(name: String, note: String, secret: Sensitive<String>)
            case addressesEntered(email: String, phone: String, url: String)
            case timesEntered(day: String, time: String, moment: Date)
            case patternsEntered(code: String, digits: String, ticket: UUID)
            case numbersEntered(count: Int, ratio: Double, weight: Decimal)
            case amountsEntered(cents: Int, amount: Decimal)
            case choicesMade(agrees: Bool, berth: Berth, quay: String, deck: Int)
            case partsEntered(residence: Residence, tags: [String])
            case rowPressed(index: Int, quay: String, seats: Int)
            case textsLeftOut(name: String?, secret: Sensitive<String>?, email: String?, phone: String?, url: String?)
            case timesLeftOut(day: String?, time: String?, moment: Date?, code: String?)
            case numbersLeftOut(count: Int?, ratio: Double?, amount: Decimal?)
            case choicesLeftOut(agrees: Bool?, berth: Berth?, quay: String?, deck: Int?)
        }

        static let examples = [Page(), Page(quays: [], decks: [])]
    }

    struct Quay: Codable {
        var key: String
        var name: String
    }

    struct Residence: Codable {
        var street: String
        var city: String?
        var floor: Int
    }

    enum Berth: String, Choice {
        case lower, upper
        var label: Text { self == .lower ? "Lower" : "Upper" }
    }
}

extension EveryRule.Page {
    @ControlsBuilder<Self> static var controls: Controls<Self> {
        Control(Action.textsEntered, "Texts") { name, note, secret in
            Field(name, "Name", .length(2...20))
            Field(note, "Note", .multiline, .length(...50))
            Field(secret, "Secret", .length(8...))
        }
        Control(Action.addressesEntered, "Addresses") { email, phone, url in
            Field(email, "E-mail", .email)
            Field(phone, "Phone", .phone)
            Field(url, "Website", .url, .length(...40))
        }
        Control(Action.timesEntered, "Times") { day, time, moment in
            Field(day, "Day", .date)
            Field(time, "Time", .time)
            Field(moment, "Moment", .dateTime)
        }
        Control(Action.patternsEntered, "Patterns") { code, digits, ticket in
            Field(code, "Code", .pattern("[A-Z]{2}[0-9]{2}"))
            Field(digits, "Digits", .pattern("[0-9]+"), .length(4...8))
            Field(ticket, "Ticket")
        }
        Control(Action.numbersEntered, "Numbers") { count, ratio, weight in
            Field(count, "Count", .range(-4...20), .step(2))
            Field(ratio, "Ratio", .range(0.1...0.9))
            Field(weight, "Weight", .range(0.5...), .step(0.25), .unit("kg"))
        }
        Control(Action.amountsEntered, "Amounts") { cents, amount in
            Field(cents, "Fare", .money(currency: "EUR"), .range(...100_000))
            Field(amount, "Amount", .money(currency: "EUR"), .range(0.01...1_000), .step(0.01))
        }
        Control(Action.choicesMade, "Choices") { agrees, berth, quay, deck in
            Field(agrees, "Agree")
            Field(berth, "Berth")
            Field(quay, "Quay", .options(in: \.quays, value: \.key, label: \.name))
            Field(deck, "Deck", .options(in: \.decks))
        }
        Control(Action.partsEntered, "Parts") { residence, tags in
            Field(residence.street, "Street", .length(1...10))
            Field(residence.city, "City", .length(1...10))
            Field(residence.floor, "Floor", .range(0...9))
        }
        Control(Action.rowPressed, "Row") { index, quay, seats in
            Field(index, on: .row(of: \.quays))
            Field(quay, on: .row(of: \.quays, \.key))
            Field(seats, "Seats", .range(1...9))
        }
        Control(Action.textsLeftOut, "Optional texts") { name, secret, email, phone, url in
            Field(name, "Name", .length(2...20))
            Field(secret, "Secret", .length(8...))
            Field(email, "E-mail", .email)
            Field(phone, "Phone", .phone)
            Field(url, "Website", .url)
        }
        Control(Action.timesLeftOut, "Optional times") { day, time, moment, code in
            Field(day, "Day", .date)
            Field(time, "Time", .time)
            Field(moment, "Moment", .dateTime)
            Field(code, "Code", .pattern("[A-Z]{2}[0-9]{2}"))
        }
        Control(Action.numbersLeftOut, "Optional numbers") { count, ratio, amount in
            Field(count, "Count", .range(1...), .step(3))
            Field(ratio, "Ratio", .step(0.1))
            Field(amount, "Amount", .money(currency: "EUR"), .range(...50))
        }
        Control(Action.choicesLeftOut, "Optional choices") { agrees, berth, quay, deck in
            Field(agrees, "Agree")
            Field(berth, "Berth")
            Field(quay, "Quay", .options(in: \.quays, value: \.key, label: \.name))
            Field(deck, "Deck", .options(in: \.decks))
        }
    }
}
