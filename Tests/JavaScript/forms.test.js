import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { matching } from "../../Public/web/combobox.js";
import { controlsOf } from "../../Public/web/controls.js";
import { formattedMoment } from "../../Public/web/formats.js";
import { sentence } from "../../Public/web/messages.js";
import { parsedNumber, sentAmount, typedAmount, typedNumber } from "../../Public/web/numbers.js";
import { violations } from "../../Public/web/validation.js";

for (const [text, locale, expected] of [
    ["1,000", "en", 1_000],
    ["1,000.5", "en", 1_000.5],
    ["1.000", "de", 1_000],
    ["1.000,5", "de", 1_000.5],
    ["1 000,5", "fr", 1_000.5],
    ["1’000.5", "de-CH", 1_000.5],
    ["1,5", "en", 1.5],
    ["1.5", "de", 1.5],
    ["-0.25", "en", -0.25],
    ["−3", "en", -3],
    [" 7 ", "en", 7],
    ["1,00,0", "en", null],
    ["10,00,000", "en", null],
    ["1e3", "en", null],
    ["0x10", "en", null],
    ["", "en", null],
    ["1.2.3", "en", null],
    ["seven", "en", null],
]) {
    test(`“${text}” typed in ${locale} is ${expected}`, () => assert.equal(parsedNumber(text, locale), expected));
}

test("numbers are shown in the format in which users type them", () => {
    assert.deepEqual([typedNumber(1234.5, "en"), typedNumber(1234.5, "de"), typedNumber(3, "en", 2)], ["1234.5", "1234,5", "3.00"]);
    for (const locale of ["ar-EG", "fa", "mr", "he"]) assert.equal(parsedNumber(typedNumber(-36.5, locale), locale), -36.5, locale);
});

test("users type money in the major unit, and clients send it in the unit of the parameter", () => {
    assert.deepEqual([1.15, 89, 0.07].map((amount) => sentAmount(amount, "EUR", true)), [115, 8_900, 7]);
    assert.equal(sentAmount(500, "JPY", true), 500);
    assert.equal(sentAmount(1.15, "EUR", false), 1.15);
    assert.equal(typedAmount(8_950, "EUR", true), 89.5);
});

test("options that begin with the typed text come first; case and accents are ignored", () => {
    const options = ["Århus", "Oslo", "Gothenburg", "New Oslo", "Hoslot"].map((label) => ({ label }));
    assert.deepEqual(matching(options, "oslo").map(({ label }) => label), ["Oslo", "New Oslo", "Hoslot"]);
    assert.deepEqual(matching(options, "arhus").map(({ label }) => label), ["Århus"]);
    assert.deepEqual(matching(options, "zz"), []);
});

const field = (name, format, more = {}) => ({ name, label: name, format, required: true, options: null, unit: null, hint: null, placeholder: null, ...more });
const control = (fields, more = {}) => ({ action: "save", label: "Save", role: "primary", confirm: null, row: null, fields, ...more });
const screen = (properties, fields, required = Object.keys(properties)) => ({
    actions: { other: { type: "object", properties: {} }, save: { type: "object", properties, required } },
    controls: [control(fields)],
});
const text = (more = {}) => ({ type: "string", ...more });

test("declared controls and fields come first, in their order; the other actions and parameters follow", () => {
    const found = controlsOf(screen({ name: text(), note: text() }, [field("note", "multiline")]));
    assert.deepEqual(found.map(({ action }) => action), ["save", "other"]);
    assert.deepEqual(found[0].fields.map(({ name, format }) => [name, format]), [["note", "multiline"], ["name", "text"]]);
});

test("the field of a part of a parameter has a path, and replaces the field of the whole parameter", () => {
    const address = { type: "object", properties: { street: text({ maxLength: 3 }), city: text() }, required: ["street", "city"] };
    const form = screen({ address }, [field("address/street", "text")]);
    assert.deepEqual(controlsOf(form)[0].fields.map(({ path }) => path), [["address", "street"]]);
    const check = (params) => violations(form, "save", params, {}).map(({ pointer, code }) => [pointer, code]);
    assert.deepEqual(check({ address: { street: "Main", city: "x" } }), [["/params/address/street", "too-long"]]);
    assert.deepEqual(check({ address: null }), [["/params/address/street", "required"]]);
    assert.deepEqual(check({ address: { street: "M" } }), [["/params/address/city", "required"]]);
    assert.deepEqual(check({ address: 1 }), [["/params/address", "type-mismatch"]]);
});

test("the app's message replaces the general sentence of its code only", () => {
    const messages = { pattern: "An IBAN has 22 characters." };
    const form = screen({ iban: text({ pattern: "^(?:[A-Z]{2})$", maxLength: 3 }) }, [field("iban", "text", { messages })]);
    const [{ fields }] = controlsOf(form);
    const said = (value) => violations(form, "save", { iban: value }, {}).map((one) => sentence(one, fields[0]));
    assert.deepEqual(said("x"), ["An IBAN has 22 characters."]);
    assert.deepEqual(said("four"), ["Enter at most 3 characters."]);
    assert.deepEqual(said(null), ["Fill this in."]);
});

test("the app's message explains an amount that is none", () => {
    const messages = { "type-mismatch": "In euros and cents." };
    const form = screen({ fare: { type: "integer", minimum: 1 } }, [field("fare", "money", { unit: "EUR", messages })]);
    const [{ fields }] = controlsOf(form);
    const said = (value) => violations(form, "save", { fare: value }, {}).map((one) => sentence(one, fields[0]));
    assert.deepEqual(said("ten"), ["In euros and cents."]);
    assert.deepEqual(said(0.5), ["In euros and cents."]);
    assert.match(said(0)[0], /0\.01 or more/);
});

test("a limit of one character is written in the singular", () => {
    const spec = { name: "initial", format: "text", type: { kind: "text", rules: {} } };
    assert.equal(sentence({ code: "too-long", limit: 1 }, spec), "Enter at most one character.");
    assert.equal(sentence({ code: "too-long", limit: 2 }, spec), "Enter at most 2 characters.");
});

const integer = (more = {}) => ({ type: "integer", format: "int64", ...more });
const number = (more = {}) => ({ type: "number", ...more });
for (const [name, schema, format, value, expected] of [
    ["a missing value", text(), "text", undefined, "required"],
    ["null", text(), "text", null, "required"],
    ["an empty text", text({ minLength: 1 }), "text", "", "too-short"],
    ["a text within the limit in code points", text({ maxLength: 2 }), "text", "😀😀", null],
    ["a short secret that may be absent", { anyOf: [text({ writeOnly: true }), { type: "null" }], writeOnly: true, minLength: 8 }, "password", "x", "too-short"],
    ["a long text", text({ maxLength: 2 }), "text", "e\u0301x", "too-long"],
    ["a number for a text", text(), "text", 1, "type-mismatch"],
    ["a text for a number", integer(), "integer", "1", "type-mismatch"],
    ["a fraction for an integer", integer(), "integer", 1.5, "type-mismatch"],
    ["a number below the range", integer({ minimum: 1 }), "integer", 0, "too-small"],
    ["a number above the range", integer({ maximum: 9 }), "integer", 10, "too-large"],
    ["an integer beyond the type", integer(), "integer", 1e60, "too-large"],
    ["a negative integer beyond the type", integer(), "integer", -1e60, "too-small"],
    ["a decimal that is a multiple of the step", number({ multipleOf: 0.1 }), "decimal", 0.3, null],
    ["a number between steps", number({ multipleOf: 0.5 }), "decimal", 1.3, "step"],
    ["a text that breaks a pattern", text({ pattern: "^(?:[A-Z]{2})$" }), "text", "ab", "pattern"],
    ["a phone number", text({ pattern: "^(?:\\+[0-9]{7,15})$" }), "phone", "+491701234567", null],
    ["a phone number without the country", text({ pattern: "^(?:\\+[0-9]{7,15})$" }), "phone", "0170", "format"],
    ["an e-mail address", text({ format: "email" }), "email", "ada@example.org", null],
    ["an incomplete e-mail address", text({ format: "email" }), "email", "ada@", "format"],
    ["a web address", text({ format: "uri" }), "url", "https://example.org/a?b", null],
    ["a script", text({ format: "uri" }), "url", "javascript:alert(1)", "format"],
    ["a leap day", text({ format: "date" }), "date", "2024-02-29", null],
    ["a day that does not exist", text({ format: "date" }), "date", "2026-02-29", "format"],
    ["a time after the end of the day", text({ pattern: "^(?:x)$" }), "time", "24:00", "format"],
    ["a moment", text({ format: "date-time" }), "date-time", "2026-11-27T00:05:00+01:00", null],
    ["a moment without an offset", text({ format: "date-time" }), "date-time", "2026-11-27T00:05:00", "format"],
    ["a case of an enum", { enum: ["a", "b"] }, "choice", "b", null],
    ["a value that is not a case of the enum", { enum: ["a", "b"] }, "choice", "c", "not-an-option"],
]) {
    test(`${name}: ${expected ?? "valid"}`, () => {
        const form = screen({ it: schema }, [field("it", format)]);
        const found = violations(form, "save", value === undefined ? {} : { it: value }, {});
        assert.deepEqual(found.map(({ code }) => code), expected ? [expected] : []);
        if (expected) assert.match(sentence(found[0], controlsOf(form)[0].fields[0]), /^[A-Z].*\.$/);
    });
}

test("a choice whose options are in the view model is checked against them", () => {
    const form = {
        actions: { save: { type: "object", properties: { cabin: { enum: ["inside", "outside"] } }, required: ["cabin"] } },
        controls: [control([field("cabin", "choice", { options: { list: "/free", value: "", label: "" } })])],
    };
    const found = violations(form, "save", { cabin: "outside" }, { free: ["inside"] });
    assert.deepEqual(found.map(({ pointer, code }) => [pointer, code]), [["/params/cabin", "not-an-option"]]);
});

test("options and rows are checked against the view model", () => {
    const form = {
        actions: { save: { type: "object", properties: { port: text(), index: integer(), id: text() }, required: ["port", "index", "id"] } },
        controls: [
            control([field("port", "choice", { options: { list: "/ports", value: "/key", label: "/name" } })], {
                row: { list: "/rows", params: { index: { index: true }, id: { pointer: "/id" } } },
            }),
        ],
    };
    const viewModel = { ports: [{ key: "kiel", name: "Kiel" }], rows: [{ id: "a" }] };
    assert.deepEqual(violations(form, "save", { port: "kiel", index: 0, id: "a" }, viewModel), []);
    const found = violations(form, "save", { port: "Kiel", index: 1, id: "b" }, viewModel);
    assert.deepEqual(found.map(({ pointer, code }) => [pointer, code]), ["port", "index", "id"].map((name) => [`/params/${name}`, "not-an-option"]));
});

test("dates are written for people", () => {
    assert.equal(formattedMoment("2030-06-01"), "June 1, 2030");
    assert.match(formattedMoment("2030-06-01T12:00:00.000Z"), /^Jun 1, 2030, /);
    assert.equal(formattedMoment("2030-06-31"), null);
    assert.equal(formattedMoment("June"), null);
});

// `FormTests` of the Swift package writes random forms of the samples with the server's verdicts, and runs this test.
const folder = process.env.FAIRWAY_FORMS;
test("the client's check and the server refuse the same forms for the same reasons", { skip: !folder }, () => {
    const parsed = (name) => JSON.parse(withoutLongNumbers(readFileSync(join(folder, name), "utf8")));
    const screens = new Map(parsed("catalog.json").screens.map((screen) => [screen.name, screen]));
    const plain = (errors) => errors.map(({ pointer, code }) => `${pointer} ${code}`).sort();
    const forms = parsed("forms.json");
    assert.ok(forms.length > 0);
    for (const { screen, action, params, viewModel, errors } of forms) {
        if (JSON.stringify(params)?.includes(long)) continue;
        // Skip actions without parameters. The client sends none, and their schema does not tell whether the server
        // ignores them.
        if (!Object.keys(screens.get(screen).actions[action].properties ?? {}).length) continue;
        const found = violations(screens.get(screen), action, params, viewModel);
        assert.deepEqual(plain(found), plain(errors), `${screen}.${action} ${JSON.stringify(params)}`);
    }
});

const long = "a number that JavaScript rounds";

/** Replaces each number that JavaScript would round by a text, because the client cannot send such a number. */
function withoutLongNumbers(json) {
    const isLong = (token) => token[0] !== '"' && token.replace(/e.*/i, "").replace(/\D/g, "").replace(/^0+|0+$/g, "").length > 15;
    return json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => (isLong(token) ? JSON.stringify(long) : token));
}
