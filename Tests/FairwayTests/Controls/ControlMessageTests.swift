import FairwayTesting
import FairwayWire
import Foundation
import Testing

@testable import Fairway

/// The author's messages for values that break a rule.
struct ControlMessageTests {
    @Test(
        arguments: [
            (#"{"iban":"DE1"}"#, "iban pattern An IBAN has 22 characters."),
            (#"{"iban":"DE1"}"#, "de: iban pattern Eine IBAN hat 22 Zeichen."),
            (#"{"iban":""}"#, "iban pattern An IBAN has 22 characters."),
            (#"{"name":""}"#, "name too-short Names have 1 to 9 letters."),
            (#"{"name":"Ada Lovelace"}"#, "name too-long Names have 1 to 9 letters."),
            (#"{"nick":"A"}"#, "nick too-short Too short for a nickname."),
            (#"{"nick":"Ada Lovelace"}"#, "nick too-long Enter at most 9 characters."),
            (#"{"email":"ada"}"#, "email format Enter your work address."),
            (#"{"phone":"0431"}"#, "phone format Begin with +."),
            (#"{"site":"x"}"#, "site format Begin with https."),
            (#"{"day":"today"}"#, "day format Enter a day."),
            (#"{"time":"noon"}"#, "time format Enter a time of day."),
            (#"{"moment":"now"}"#, "moment format Enter a moment."),
            (#"{"age":-1}"#, "age too-small Ages are from 0 to 120."),
            (#"{"age":1e60}"#, "age too-large Ages are from 0 to 120."),
            (#"{"weight":0.25}"#, "weight step Half kilograms only."),
            (#"{"fare":"ten"}"#, "fare type-mismatch Give the fare in euros and cents."),
            (#"{"fare":0.5}"#, "fare type-mismatch Give the fare in euros and cents."),
            (#"{"fare":0}"#, "fare too-small Enter 0.01 or more."),
            (#"{"port":"Oslo"}"#, "port not-an-option We do not sail there."),
            (#"{"seat":7}"#, "seat not-an-option This seat is taken."),
            // Other errors of these fields keep their general sentences.
            (#"{"iban":null}"#, "iban required Fill this in."),
            (#"{"iban":5}"#, "iban type-mismatch Enter text."),
            (#"{"age":1.5}"#, "age type-mismatch Enter a whole number."),
        ]
    )
    func brokenRuleIsExplainedByItsMessage(_ changed: String, expected: String) async throws {
        let isGerman = expected.hasPrefix("de: ")
        let tester = try await FlowTester(
            ControlsFixture<Explained>(),
            in: app,
            device: Device(locale: isGerman ? "de" : "en")
        )
        var params = try #require(try JSON.decode(JSONValue.self, from: Explained.valid.utf8).object)
        for member in try JSON.decode(JSONValue.self, from: changed.utf8).object?.members ?? [] {
            params[member.name] = member.value
        }
        let sent = try RawJSON(encoding: JSONValue.object(params))
        let problem = await #expect(throws: Problem.self) { try await tester.send("save", params: sent) }
        let found = problem?.errors.map { "\($0.pointer.dropFirst("/params/".count)) \($0.code) \($0.detail ?? "")" }
        #expect(found == [isGerman ? String(expected.dropFirst(4)) : expected])
    }

    @Test func validValuesAreAccepted() async throws {
        let tester = try await FlowTester(ControlsFixture<Explained>(), in: app)
        #expect(try await tester.errors("save", Explained.valid) == [])
    }

    @Test func catalogHasTheMessagesInItsLanguage() async throws {
        let engine = try Engine(app, store: MemoryStore())
        func fields(_ language: String) async throws -> [String: [String: String]?] {
            let fields = try #require(await engine.catalog(in: language).screens.first?.controls.first?.fields)
            return Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.messages) })
        }
        #expect(try await fields("en")["iban"] == ["pattern": "An IBAN has 22 characters."])
        #expect(try await fields("de")["iban"] == ["pattern": "Eine IBAN hat 22 Zeichen."])
        let sentence = "Names have 1 to 9 letters."
        #expect(try await fields("de")["name"] == ["too-short": sentence, "too-long": sentence])
        #expect(try await fields("en")["fare"] == ["type-mismatch": "Give the fare in euros and cents."])
        #expect(try await fields("en")["plain"] == .some(nil))
    }

    @Test func operatorsSeeAMessageWithoutItsValues() {
        let (violation, message): (FieldViolation, Text) = (.tooLong(most: 9), "\("Ada Lovelace") is too long.")
        let error = violation.error(at: "/params/name", .english, [violation.rule: message])
        #expect(error.detail == "Ada Lovelace is too long.")
        #expect(error.text?.description == "… is too long.")
        #expect(violation.error(at: "/params/name", .english).text?.description == "Enter at most 9 characters.")
    }

    @Test func messageWithoutATranslationIsReported() async throws {
        let engine = try Engine(app, store: MemoryStore())
        _ = await engine.catalog()
        let missing = engine.missingTranslations.map(\.key)
        #expect(missing.contains("Begin with +."))
        #expect(!missing.contains("An IBAN has 22 characters."))
    }

    private var app: App {
        App(initial: ControlsFixture<Explained>()) {
            StringCatalog(
                Array(
                    #"""
                    {"sourceLanguage": "en", "strings": {"An IBAN has 22 characters.": {"localizations": {"de":
                      {"stringUnit": {"value": "Eine IBAN hat 22 Zeichen."}}}}}}
                    """#.utf8
                )
            )
        }
    }
}

/// A screen with a message for each rule that can have one.
private struct Explained: ControlledScreen {
    static let first = Explained()
    var ports = ["Hanko"]
    var seats = [Seat(number: 1, name: "One")]

    struct Seat: Codable { var number: Int, name: String }

    enum Action: Codable {
        case save(
            iban: String,
            name: String,
            nick: String,
            email: String,
            phone: String?,
            site: String,
            day: String,
            time: String,
            moment: Date,
            age: Int,
            weight: Double,
            fare: Int,
            port: String?,
            seat: Int?,
            plain: String
        )
    }

    static let valid = #"""
        {"iban":"DE00123456781234567890","name":"Ada","nick":"Ada","email":"ada@example.org","phone":"+4943112345",
        "site":"https://example.org","day":"2026-12-24","time":"09:30","moment":"2026-12-24T09:30:00Z","age":36,"weight":0.5,"fare":8900,
        "port":"Hanko","seat":1,"plain":""}
        """#

    static var controls: Controls<Self> {
        Control(Action.save, "Save") {
            iban,
            name,
            nick,
            email,
            phone,
            site,
            day,
            time,
            moment,
            age,
            weight,
            fare,
            port,
            seat,
            plain in
            Field(iban, "IBAN", .pattern("[A-Z]{2}[0-9]{20}", message: "An IBAN has 22 characters."))
            Field(name, "Name", .length(1...9, message: "Names have 1 to 9 letters."))
            Field(nick, "Nick", .length(2..., message: "Too short for a nickname."), .length(...9))
            Field(email, "E-mail", .email(message: "Enter your work address."))
            Field(phone, "Phone", .phone(message: "Begin with +."))
            Field(site, "Site", .url(message: "Begin with https."))
            Field(day, "Day", .date(message: "Enter a day."))
            Field(time, "Time", .time(message: "Enter a time of day."))
            Field(moment, "Moment", .dateTime(message: "Enter a moment."))
            Field(age, "Age", .range(0...120, message: "Ages are from 0 to 120."))
            Field(weight, "Weight", .step(0.5, message: "Half kilograms only."))
            Field(
                fare,
                "Fare",
                .money(currency: "EUR", message: "Give the fare in euros and cents."),
                .range(1...)
            )
            Field(port, "Port", .options(in: \.ports, message: "We do not sail there."))
            Field(
                seat,
                "Seat",
                .options(in: \.seats, value: \.number, label: \.name, message: "This seat is taken.")
            )
            Field(plain, "Plain", .length(...9))
        }
    }
}
