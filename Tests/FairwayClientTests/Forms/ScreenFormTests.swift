import FairwayWire
import Testing

@testable import FairwayClient

struct ScreenFormTests {
    @Test func controlsAreResolvedAgainstTheViewModel() {
        let forms = ScreenForm.all(of: .passenger(), in: .passengers)
        #expect(forms.map(\.label) == ["Save", "Remove", "Cancel", "Help me"])
        #expect(forms.map(\.role) == [.primary, .destructive, .cancel, .normal])
        let save = forms[0]
        #expect(save.fields.map(\.name) == ["name", "age", "cabin", "sailing", "address/street", "note"])
        #expect(save.fields.map(\.label) == ["Name", "Age", "Cabin", "Sailing", "Street", "Note"])
        #expect(save.fields.map(\.isRequired) == [true, false, true, true, true, false])
        #expect(save.fields.map(\.format) == [.text, .integer, .choice, .choice, .text, .text])
        #expect(save.fields[0].hint == "As in the passport")
        #expect(save.fields[0].limits.maxLength == 5)
        #expect(save.fields[2].options?.map(\.label) == ["Inside", "Outside"])
        #expect(save.fields[3].options?.map(\.label) == ["Kiel – Oslo", "Kiel – Riga"])
        #expect(save.fields[3].options?.map(\.value) == ["o", "r"])
        #expect(save.fields.map(\.initial) == ["Ada", 36, nil, nil, nil, nil])
        #expect(save.rows == nil)
    }

    @Test func draftTakesPrecedenceOverTheViewModel() {
        let forms = ScreenForm.all(of: .passenger(draft: #"{"age":7,"address":{"street":"Elm"}}"#), in: .passengers)
        #expect(forms[0].fields.map(\.initial) == ["Ada", 7, nil, nil, "Elm", nil])
    }

    @Test func rowFillsInParameters() throws {
        let remove = ScreenForm.all(of: .passenger(), in: .passengers)[1]
        #expect(remove.confirm == "Remove this sailing?")
        #expect(remove.list == "/sailings")
        #expect(remove.fields.isEmpty)
        let rows = try #require(remove.rows)
        #expect(rows.map { remove.params([:], row: $0) } == [["id": "o", "index": 0], ["id": "r", "index": 1]])
        #expect(remove.errors(in: ["id": "o", "index": 1]).isEmpty)
        #expect(remove.errors(in: ["id": "x", "index": 2]).map(\.code) == ["not-an-option", "not-an-option"])
    }

    @Test func partsOfParametersAreNested() {
        let forms = ScreenForm.all(of: .passenger(), in: .passengers)
        let params = forms[0].params(["name": "Ada", "age": nil, "address/street": "Elm", "other": 1])
        #expect(params == ["name": "Ada", "address": ["street": "Elm"]])
        #expect(forms[2].params([:]) == nil)
        #expect(forms[2].errors(in: nil).isEmpty)
        #expect(forms[2].errors(in: "x").map(\.pointer) == ["/params"])
    }

    @Test(arguments: [
        (
            #"{}"#,
            [
                "/params/name required", "/params/cabin required", "/params/sailing required",
                "/params/address/street required",
            ]
        ),
        (
            #"{"name":null,"cabin":"inside","sailing":"o","address":{}}"#,
            ["/params/name required", "/params/address/street required"]
        ),
        (#"{"name":"","cabin":"inside","sailing":"o","address":{"street":""}}"#, ["/params/name too-short"]),
        (#"{"name":"Augusta","cabin":"inside","sailing":"o","address":{"street":""}}"#, ["/params/name too-long"]),
        (#"{"name":"é\u0301\u0301\u0301\u0301","cabin":"inside","sailing":"o","address":{"street":""}}"#, []),
        (
            #"{"name":1,"cabin":"attic","sailing":"x","address":7}"#,
            [
                "/params/name type-mismatch", "/params/cabin not-an-option", "/params/sailing not-an-option",
                "/params/address type-mismatch",
            ]
        ),
        (
            #"{"name":"Ada","cabin":1,"sailing":2,"address":{"street":3}}"#,
            [
                "/params/cabin not-an-option", "/params/sailing type-mismatch", "/params/address/street type-mismatch",
            ]
        ),
        (#"{"name":"Ada","age":-1,"cabin":"inside","sailing":"o","address":{"street":""}}"#, ["/params/age too-small"]),
        (
            #"{"name":"Ada","age":121,"cabin":"inside","sailing":"o","address":{"street":""}}"#,
            ["/params/age too-large"]
        ),
        (
            #"{"name":"Ada","age":1e60,"cabin":"inside","sailing":"o","address":{"street":""}}"#,
            ["/params/age too-large"]
        ),
        (
            #"{"name":"Ada","age":1.5,"cabin":"inside","sailing":"o","address":{"street":""}}"#,
            ["/params/age type-mismatch"]
        ),
        (
            #"{"name":"Ada","age":"7","cabin":"inside","sailing":"o","address":{"street":""}}"#,
            ["/params/age type-mismatch"]
        ),
        (#"{"name":"Ada","age":null,"cabin":"inside","sailing":"o","address":{"street":""},"note":null}"#, []),
        (#"[]"#, ["/params type-mismatch"]),
    ])
    func violationsHaveTheServersCodes(_ params: String, _ errors: [String]) throws {
        let form = ScreenForm.all(of: .passenger(), in: .passengers)[0]
        let found = form.errors(in: try JSON.decode(JSONValue.self, from: params.utf8))
        #expect(found.map { "\($0.pointer) \($0.code)" } == errors)
        #expect(found.allSatisfy { $0.detail?.isEmpty == false })
    }

    @Test func violationTellsTheUserWhatToEnter() throws {
        let form = ScreenForm.all(of: .passenger(), in: .passengers)[0]
        let missing = form.errors(in: [:])
        #expect(missing.first { $0.pointer == "/params/name" }?.detail == "Fill this in.")
        #expect(missing.first { $0.pointer == "/params/cabin" }?.detail == "Choose one of the options.")
        #expect(FieldViolation.format(.date).sentence == "Enter a date such as 2026-12-04.")
        #expect(FieldViolation.format(.time).sentence == "Enter a time such as 09:30.")
        let moment = "Enter a date and a time such as 2026-12-04T09:30:00Z."
        #expect(FieldViolation.typeMismatch(.dateTime).sentence == moment)
    }

    @Test func appsMessageReplacesTheGeneralSentence() throws {
        let field = Catalog.Field(
            name: "a",
            label: "A",
            format: "text",
            required: true,
            messages: ["pattern": "Eine IBAN hat 22 Zeichen."]
        )
        let form = ScreenForm.example(["type": "string", "pattern": "^(?:[A-Z]{2})$", "maxLength": 3], field)
        #expect(form.errors(in: ["a": "x"]).map(\.detail) == ["Eine IBAN hat 22 Zeichen."])
        #expect(form.errors(in: ["a": "four"]).map(\.detail) == ["Enter at most 3 characters."])
        #expect(form.errors(in: [:]).map(\.detail) == ["Fill this in."])
        #expect(form.fields[0].sentence(about: .pattern) == "Eine IBAN hat 22 Zeichen.")
    }

    @Test func appsMessageExplainsAnAmount() throws {
        let field = Catalog.Field(
            name: "a",
            label: "A",
            format: "money",
            unit: "EUR",
            required: true,
            messages: ["type-mismatch": "In euros and cents."]
        )
        let form = ScreenForm.example(["type": "integer", "minimum": 1], field)
        #expect(form.errors(in: ["a": "ten"]).map(\.detail) == ["In euros and cents."])
        #expect(form.errors(in: ["a": 0.5]).map(\.detail) == ["In euros and cents."])
        #expect(form.errors(in: ["a": 0]).map(\.code) == ["too-small"])
    }

    @Test(arguments: [
        ("email", #"{"type":"string","format":"email"}"#, #""ada""#, "format"),
        ("phone", #"{"type":"string","pattern":"^(?:\\+[0-9]{7,15})$"}"#, #""0431""#, "format"),
        (
            "time", #"{"type":"string","pattern":"^(?:([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?)$"}"#, #""25:00""#,
            "format"
        ),
        ("date", #"{"type":"string","format":"date"}"#, #""2026-02-29""#, "format"),
        ("date-time", #"{"type":"string","format":"date-time"}"#, #""tomorrow""#, "format"),
        ("date-time", #"{"type":"string","format":"date-time"}"#, #""2026-12-24T14:00:00Z""#, nil),
        ("text", #"{"type":"string","format":"uuid"}"#, #""x""#, "format"),
        ("text", #"{"type":"string","pattern":"^(?:[A-Z]{2})$"}"#, #""ABC""#, "pattern"),
        ("text", #"{"type":"string","pattern":"^(?:[A-Z]{2})$"}"#, #""AB""#, nil),
        ("money", #"{"type":"number","multipleOf":0.01}"#, "0.295", "step"),
        ("money", #"{"type":"number","multipleOf":0.01}"#, "0.29", nil),
        ("decimal", #"{"type":"number","minimum":0.1}"#, "0.1", nil),
        ("decimal", #"{"type":"number"}"#, "1e999", "too-large"),
        ("integer", #"{"type":"integer","format":"int64"}"#, "9223372036854775808", "too-large"),
        ("integer", #"{"type":"integer","minimum":0}"#, "9223372036854775808", nil),
        (
            "password", #"{"anyOf":[{"type":"string","writeOnly":true},{"type":"null"}],"minLength":8}"#, #""x""#,
            "too-short"
        ),
        ("toggle", #"{"type":"boolean"}"#, #""yes""#, "type-mismatch"),
        ("password", #"{"type":"integer","writeOnly":true}"#, #""x""#, nil),
        ("unheard-of", #"{"type":"string"}"#, #""x""#, nil),
    ])
    func valuesAreChecked(_ format: String, _ schema: String, _ value: String, _ code: String?) throws {
        let schema = try JSON.decode(JSONValue.self, from: schema.utf8)
        let form = ScreenForm.example(schema, Catalog.Field(name: "a", label: "A", format: format, required: true))
        let value = try JSON.decode(JSONValue.self, from: value.utf8)
        #expect(form.fields[0].violation(of: value)?.code == code)
    }

    @Test(arguments: [
        ("true", ["/params/a type-mismatch"]), ("[]", []), ("[1]", ["/params/a/0 type-mismatch"]),
        (#"[{"count":1},null]"#, ["/params/a/1 required"]), (#"[{"count":1},{}]"#, ["/params/a/1/count required"]),
        (#"[{"count":1.5}]"#, ["/params/a/0/count type-mismatch"]),
        (#"[{"count":1e60}]"#, ["/params/a/0/count too-large"]), (#"[{"count":1,"note":null}]"#, []),
        (#"[{"count":1,"note":2},{}]"#, ["/params/a/0/note type-mismatch"]),
    ])
    func firstErrorInAListIsReported(_ list: String, _ errors: [String]) throws {
        let element: JSONValue = [
            "type": "object", "required": ["count"],
            "properties": ["count": ["type": "integer", "format": "int64"], "note": ["type": "string"]],
        ]
        let field = Catalog.Field(name: "a", label: "A", format: "text", required: true)
        let form = ScreenForm.example(["type": "array", "items": element], field)
        let params: JSONValue = ["a": try JSON.decode(JSONValue.self, from: list.utf8)]
        #expect(form.errors(in: params).map { "\($0.pointer) \($0.code)" } == errors)
    }

    @Test func errorsBelongToTheirFields() {
        let form = ScreenForm.all(of: .passenger(), in: .passengers)[0]
        #expect(form.field(of: FieldError("/params/address/street", "odd"))?.label == "Street")
        #expect(form.field(of: FieldError("/params/address", "odd"))?.label == "Street")
        #expect(form.field(of: FieldError("/params/name/0", "odd"))?.label == "Name")
        #expect(form.field(of: FieldError("/params", "odd")) == nil)
        #expect(form.field(of: FieldError("/input/name", "odd")) == nil)
    }

    @Test func buttonsOfAnAlertAreForms() {
        let viewModel =
            #"{"buttons":[{"action":"keep","title":"Stay","style":"cancel"},{"action":"gone","title":"No"}]}"#
        let alert = ScreenDocument.named("Alert", viewModel, ["discard", "keep"])
        let forms = ScreenForm.all(of: alert, in: Catalog())
        #expect(forms.map(\.label) == ["Stay", "Discard"])
        #expect(forms.map(\.role) == [.cancel, .normal])
    }

    @Test func secretsHaveNoInitialValue() {
        let schema: JSONValue = ["type": "string", "writeOnly": true, "default": "1234"]
        let form = ScreenForm.example(schema, nil)
        #expect(form.fields[0].isSecret)
        #expect(form.fields[0].format == .password)
        #expect(form.fields[0].initial == nil)
    }
}

extension ScreenForm {
    /// A form with one parameter `a`.
    static func example(_ schema: JSONValue, _ field: Catalog.Field?) -> ScreenForm {
        let control = Catalog.Control(action: "save", label: "Save", fields: [field].compactMap(\.self))
        let catalog = Catalog.of(
            "Page",
            ["save": ["type": "object", "properties": ["a": schema], "required": ["a"]]],
            [control]
        )
        return all(of: .named("Page", "{}", ["save"]), in: catalog)[0]
    }
}

extension Catalog {
    static func of(_ screen: String, _ actions: JSONObject, _ controls: [Control]) -> Catalog {
        let screen = Screen(
            name: screen,
            version: 1,
            about: "",
            presentation: .push,
            viewModel: [:],
            actions: actions,
            controls: controls,
            examples: []
        )
        return Catalog(screens: [screen])
    }

    static let passengers: Catalog = {
        let save: JSONValue = [
            "type": "object", "required": ["name", "cabin", "sailing", "address"],
            "properties": [
                "name": ["type": "string", "minLength": 1, "maxLength": 5],
                "age": ["type": ["integer", "null"], "format": "int64", "minimum": 0, "maximum": 120],
                "cabin": ["enum": ["inside", "outside"]], "sailing": ["type": "string"],
                "address": ["type": "object", "required": ["street"], "properties": ["street": ["type": "string"]]],
                "note": ["type": ["string", "null"]],
            ],
        ]
        let remove: JSONValue = [
            "type": "object", "required": ["index", "id"],
            "properties": ["index": ["type": "integer", "format": "int64"], "id": ["type": "string"]],
        ]
        let cabins = [Option(value: "inside", label: "Inside"), Option(value: "outside", label: "Outside")]
        let fields = [
            Field(name: "name", label: "Name", hint: "As in the passport", format: "text", required: true),
            Field(name: "age", label: "Age", format: "integer", required: false),
            Field(name: "cabin", label: "Cabin", format: "choice", required: true, options: .values(cabins)),
            Field(
                name: "sailing",
                label: "Sailing",
                format: "choice",
                required: true,
                options: .list("/sailings", value: "/id", label: "/name")
            ),
            Field(name: "address/street", label: "Street", format: "text", required: true),
        ]
        let row = Row(list: "/sailings", params: ["index": .index, "id": .value("/id")])
        return of(
            "Passenger",
            ["save": save, "remove": remove, "cancel": [:], "helpMeButtonPressed": [:]],
            [
                Control(action: "save", label: "Save", role: "primary", fields: fields),
                Control(
                    action: "remove",
                    label: "Remove",
                    role: "destructive",
                    confirm: "Remove this sailing?",
                    row: row
                ),
                Control(action: "cancel", label: "Cancel", role: "cancel"),
                Control(action: "notOffered", label: "Not offered"),
            ]
        )
    }()
}

extension ScreenDocument {
    static func named(
        _ name: String,
        _ viewModel: String,
        _ actions: [String],
        draft: String? = nil
    ) -> ScreenDocument {
        ScreenDocument(
            id: "s1",
            name: name,
            flow: "Flow",
            version: 1,
            presentation: .push,
            back: false,
            viewModel: json(viewModel),
            actions: actions,
            draft: draft.map(json)
        )
    }

    private static func json(_ text: String) -> RawJSON { RawJSON(known: Array(text.utf8)) }

    static func passenger(draft: String? = nil) -> ScreenDocument {
        let viewModel =
            #"{"name":"Ada","age":36,"sailings":[{"id":"o","name":"Kiel – Oslo"},{"id":"r","name":"Kiel – Riga"}]}"#
        return named("Passenger", viewModel, ["helpMeButtonPressed", "save", "remove", "cancel"], draft: draft)
    }
}
