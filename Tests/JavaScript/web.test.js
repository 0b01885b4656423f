import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { historyChanges } from "../../Public/web/history.js";
import { javaScript, swift } from "../../Public/web/clientCode.js";
import { curl } from "../../Public/web/curl.js";
import { flowTree } from "../../Public/web/flowTree.js";
import { truncated } from "../../Public/web/json.js";
import { controlsOf } from "../../Public/web/controls.js";
import { derivedRows, needsRow, rowParams } from "../../Public/web/rows.js";
import { typeOf } from "../../Public/web/schema.js";
import { redacted } from "../../Public/web/redaction.js";
import { perform } from "../../Public/web/toasts.js";
import { labelOf, shownMembers } from "../../Public/web/formats.js";
import { actionLabel, fittingLocale, flowTitles, humanize, prominence, screenTitle, spokenLocale } from "../../Public/web/labels.js";
import { variantOf } from "../../Public/web/language.js";
import { reason } from "../../Public/web/reason.js";
import { request } from "../../Public/gallery/actions.js";
import { NetworkError } from "../../Public/fairway.js";
import { withoutSecrets } from "../../Public/web/secrets.js";

for (const [name, expected] of [
    ["nextToPage2ButtonPressed", "Next to page 2"],
    ["didSelectRow", "Select row"],
    ["didPickImage", "Pick image"],
    ["cancel", "Cancel"],
    ["showInWikipediaButtonPressed", "Show in wikipedia"],
    ["ButtonPressed", "Button pressed"],
]) {
    test(`the action ${name} reads “${expected}”`, () => assert.equal(actionLabel(name), expected));
}

for (const [tag, expected] of [
    ["en-GB", "en-GB"],
    ["de-DE-u-ca-gregory-co-phonebk-nu-latn", "de-DE-u-ca-gregory-co-phonebk-nu"],
    ["zh-Hant-TW-x-abcdefgh-abcdefgh-abcdefgh", "zh-Hant-TW-x-abcdefgh-abcdefgh"],
    ["de-DE-1996-abcdefgh-abcdefgh-u-gregory", "de-DE-1996-abcdefgh-abcdefgh"],
]) {
    test(`the locale ${tag} is sent as ${expected}`, () => assert.equal(fittingLocale(tag), expected));
}

for (const [preferred, languages, expected] of [
    [["fr-FR", "de-AT", "en"], ["en", "de"], "de-AT"],
    [["DE"], ["en", "de"], "DE"],
    [["den", "fr"], ["en", "de"], undefined],
    [["zh-Hant-TW"], ["en", "zh-Hant"], "zh-Hant-TW"],
    [["fr-FR", "de"], undefined, "fr-FR"],
]) {
    test(`a browser with the languages ${preferred} sends ${expected} to an app in ${languages}`, () => assert.equal(spokenLocale(languages, preferred), expected));
}

for (const [tag, preferred, expected] of [
    ["de", ["fr-FR", "de-AT", "de"], "de-AT"],
    ["de", ["fr-FR"], "de"],
    ["en", ["EN-gb"], "EN-gb"],
    ["de", ["den"], "de"],
]) {
    test(`dates and numbers in ${tag} are written as in ${expected} for a browser with ${preferred}`, () => assert.equal(variantOf(tag, preferred), expected));
}

test("a flow without a title is named by its name", () => {
    const title = flowTitles([{ name: "BookFerry", title: "Fähre buchen" }, { name: "EditPassenger", title: null }, { name: "ChooseCabin" }]);
    assert.deepEqual(["BookFerry", "EditPassenger", "ChooseCabin", "Unknown"].map(title), ["Fähre buchen", "Edit passenger", "Choose cabin", "Unknown"]);
});

test("only the app speaks of the user's progress when the server cannot be reached", () => {
    const error = new NetworkError(null);
    assert.equal(error.message, "The server cannot be reached. Try again later.");
    assert.equal(reason(error), "The server cannot be reached. Your progress is saved; try again later.");
    assert.equal(reason(new Error("The form is closed.")), "The form is closed.");
});

test("the gallery's request of an action has sample values for its parameters", () => {
    const text = { type: "string" };
    const actions = {
        search: { type: "object", properties: { from: text, day: text, seats: { type: "integer", minimum: 2 }, note: { type: ["string", "null"] } }, required: ["from", "day", "seats"] },
        choose: { type: "object", properties: { id: text }, required: ["id"] },
        cancel: { type: "object", properties: {} },
    };
    const field = (name, format, more) => ({ name, label: name, format, required: true, ...more });
    const controls = [
        { action: "search", label: "Search", role: "primary", confirm: null, row: null, fields: [field("from", "choice", { options: { list: "/ports", value: "/key", label: "/name" } }), field("day", "date")] },
        { action: "choose", label: "Choose", role: "normal", confirm: null, row: { list: "/ports", params: { id: { pointer: "/key" } } }, fields: [] },
    ];
    const viewModel = { ports: [{ key: "kiel", name: "Kiel" }] };
    assert.deepEqual(controlsOf({ actions, controls }).map((control) => request(control, viewModel)), [
        { action: "search", params: { from: "kiel", day: "2030-06-01", seats: 2 } },
        { action: "choose", params: { id: "kiel" } },
        { action: "cancel" },
    ]);
});

test("names become words", () => {
    assert.equal(humanize("coverURL"), "Cover URL");
    assert.equal(humanize("backgroundColor"), "Background color");
    assert.equal(humanize("snake_case-name"), "Snake case name");
    assert.equal(screenTitle("Tutorial.Page1"), "Page 1");
});

test("a member is not shown if the object also has a text for it", () => {
    const offer = { kind: "outside", kindText: "Outside", fareCents: 8_900, fare: "€89.00", mealCents: 1_200, text: "Sea view", count: 2 };
    const shown = shownMembers(offer).map(([name, value]) => [labelOf(name, value), value]);
    assert.deepEqual(shown, [["Kind", "Outside"], ["Fare", "€89.00"], ["Meal", 1_200], ["Text", "Sea view"], ["Count", 2]]);
});

test("primary actions are prominent, and cancelling ones are quiet", () => {
    assert.deepEqual(["startButtonPressed", "editProfileButtonPressed", "cancelButtonPressed"].map(prominence), ["primary", "plain", "quiet"]);
});

const text = { type: "string" };
const secret = { type: "string", writeOnly: true };
const object = (properties) => ({ type: "object", properties });
for (const [name, schema, expected] of [
    ["text", text, { kind: "text", isOptional: false }],
    ["an optional text", { type: ["string", "null"] }, { kind: "text", isOptional: true }],
    ["a choice", { enum: ["a", "b", null] }, { kind: "choice", isOptional: true, choices: ["a", "b"] }],
    ["an optional integer", { anyOf: [{ type: "integer" }, { type: "null" }] }, { kind: "integer", isOptional: true }],
    ["a reference", { $ref: "#/$defs/Port", $defs: { Port: { type: "boolean" } } }, { kind: "boolean", isOptional: false }],
    ["a reference to itself", { $ref: "#/$defs/A", $defs: { A: { $ref: "#/$defs/A" } } }, { kind: "json", isOptional: false }],
    ["a secret", { type: "string", writeOnly: true }, { kind: "text", isSecret: true }],
    ["any value", {}, { kind: "json", isOptional: false }],
    ["a value of two types", { anyOf: [text, { type: "integer" }] }, { kind: "json", isOptional: false }],
]) {
    test(`a schema for ${name}`, () => {
        const type = typeOf(schema);
        for (const [member, value] of Object.entries(expected)) assert.deepEqual(type[member], value, member);
    });
}

test("a recursive type is entered as JSON", () => {
    const tree = { $ref: "#/$defs/Tree", $defs: { Tree: { type: "object", properties: { name: text, below: { $ref: "#/$defs/Tree" } } } } };
    assert.deepEqual(typeOf(tree).members.map(({ name, type }) => [name, type.kind]), [["name", "text"], ["below", "json"]]);
});

test("a schema with too many values is parsed in bounded time", () => {
    const $defs = {};
    // Each schema contains ten of the next one: ten billion values in all.
    for (let level = 0; level < 10; level++) {
        const names = [..."abcdefghij"];
        $defs[`L${level}`] = object(Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/L${level + 1}` }])));
    }
    const values = ({ members = [] }) => members.reduce((sum, { type }) => sum + values(type), 1);
    assert.ok(values(typeOf({ $ref: "#/$defs/L0", $defs })) < 10_000);
});

test("a member that is not required is optional", () => {
    const type = typeOf({ type: "object", properties: { a: text, b: text }, required: ["a"] });
    assert.deepEqual(type.members.map(({ type }) => type.isOptional), [false, true]);
});

const params = (name, type = text) => ({ type: "object", properties: { [name]: type }, required: [name] });
for (const [name, viewModel, action, expected] of [
    ["by its index", { planets: ["A", "B"] }, params("index", { type: "integer" }), { index: 1 }],
    ["by a member of the same name", { entries: [{ key: "a" }, { key: "b" }] }, params("key"), { key: "b" }],
    ["by its own text", { images: ["a.jpg", "b.jpg"] }, params("name"), { name: "b.jpg" }],
    ["unless there are two lists of texts", { a: ["x"], b: ["y"] }, params("name"), null],
    ["unless a row lacks the member", { entries: [{ key: "a" }, { id: "b" }] }, params("key"), null],
    ["unless the action has several parameters", { entries: ["a"] }, { type: "object", properties: { name: text, size: text } }, null],
    ["unless the list is empty", { entries: [] }, params("name"), null],
    ["unless the list contains buttons", { buttons: [{ action: "a" }] }, params("action"), null],
]) {
    test(`a row triggers an action ${name}`, () => {
        const row = derivedRows(viewModel, controlsOf({ actions: { choose: action } })).get("choose");
        const list = Object.values(viewModel)[0];
        assert.deepEqual(row ? rowParams(row, list[1], 1) : null, expected);
    });
}

for (const [name, schema, controls, expected] of [
    ["an action with a row's position", params("index", { type: "integer" }), [], true],
    ["an action with another integer", params("count", { type: "integer" }), [], false],
    ["an action with a declared control", params("index", { type: "integer" }), [{ action: "choose", label: "Choose", role: "normal", fields: [], row: null }], false],
]) {
    test(`${name} is ${expected ? "offered on rows only" : "offered as a form"}`, () => {
        assert.deepEqual(controlsOf({ actions: { choose: schema }, controls }).map(needsRow), [expected]);
    });
}

for (const [name, from, to, expected] of [
    ["the page is opened", null, ["a", "b"], { back: 0, replace: true, paths: [["a"], ["a", "b"]] }],
    ["no change", ["a", "b"], ["a", "b"], { back: 0, replace: false, paths: [] }],
    ["a push", ["a"], ["a", "b"], { back: 0, replace: false, paths: [["a", "b"]] }],
    ["two pushes", ["a"], ["a", "b", "c"], { back: 0, replace: false, paths: [["a", "b"], ["a", "b", "c"]] }],
    ["a pop", ["a", "b", "c"], ["a", "b"], { back: 1, replace: true, paths: [["a", "b"]] }],
    ["a pop to the first screen", ["a", "b", "c"], ["a"], { back: 2, replace: true, paths: [["a"]] }],
    ["a replacement of the front screen", ["a", "b"], ["a", "c"], { back: 0, replace: true, paths: [["a", "c"]] }],
    ["a pop and a push", ["a", "b", "c"], ["a", "d"], { back: 2, replace: true, paths: [["a"], ["a", "d"]] }],
    ["a replacement of all screens", ["a", "b"], ["x", "y"], { back: 1, replace: true, paths: [["x"], ["x", "y"]] }],
    ["a replacement of the only screen", ["a"], ["x"], { back: 0, replace: true, paths: [["x"]] }],
]) {
    test(`the browser's history after ${name}`, () => assert.deepEqual(historyChanges(from, to), expected));
}

test("a call is shown as a command without its token", () => {
    const exchange = { method: "POST", path: "/v1/sessions/s/actions", headers: { Authorization: "Bearer secret", "Idempotency-Key": "k" }, body: { action: "it's" } };
    const command = curl(exchange, "http://localhost");
    assert.equal(command.includes("secret"), false);
    assert.ok(command.includes(`-d '{"action":"it'\\''s"}'`));
    assert.ok(curl(exchange, "http://localhost", "secret").includes("-H 'Authorization: Bearer secret'"));
});

const device = { idiom: "web", locale: "en-GB" };
for (const [method, path, body, script, code] of [
    ["POST", "/v1/sessions", { flow: "Ferry", device }, 'Session.start({ "flow": "Ferry", "device": { "idiom": "web", "locale": "en-GB" } })', 'app.start(flow: "Ferry", device: Device(idiom: .web, locale: "en-GB"))'],
    ["GET", "/v1/sessions", undefined, "Session.list({}, transport)", "app.sessions()"],
    ["GET", "/v1/sessions?status=active&cursor=a%2Bb", undefined, 'Session.list({ "status": "active", "cursor": "a+b" }, transport)', 'app.sessions(status: .active, cursor: "a+b")'],
    ["PUT", "/v1/sessions/s/user", { token: "•••" }, "session.signIn()", "session.signIn()"],
    ["POST", "/v1/handoffs", { code: "abc", device }, 'Session.takeHandoff("abc", { "idiom": "web", "locale": "en-GB" })', 'app.takeHandoff("abc", device: Device(idiom: .web, locale: "en-GB"))'],
    ["GET", "/v1/sessions/s", undefined, 'new Session({ id: "s", token }).load()', 'app.resume(.init(session: "s", token: token))'],
    ["GET", "/v1/sessions/s/stream", undefined, "const token = \"…\";\nconst session = await new Session", "let token = \"…\"\nlet session = try await app.resume"],
    ["POST", "/v1/sessions/s/actions", { action: "go", screen: "s1" }, 'session.send("go", undefined, { "screen": "s1" })', 'session.send("go", on: "s1")'],
    [
        "POST",
        "/v1/sessions/s/actions",
        { action: "go", params: { to: "a\u0001\"\b\\b", none: null, list: [1.5, true], empty: {} } },
        'session.send("go", { "to": "a\\u0001\\"\\b\\\\b", "none": null, "list": [ 1.5, true ], "empty": {} })',
        'session.send("go", ["to": "a\\u{0001}\\"\\u{8}\\\\b", "none": nil, "list": [1.5, true], "empty": [:]] as JSONValue)',
    ],
    ["POST", "/v1/sessions/s/back", { screen: "s2" }, 'session.goBack({ "screen": "s2" })', 'session.goBack(from: "s2")'],
    ["POST", "/v1/sessions/s/back", {}, "session.goBack()", "session.goBack()"],
    ["POST", "/v1/sessions/s/select", { tab: "b", container: "c1" }, 'session.select("b", "c1")', 'session.select("b", in: "c1")'],
    ["POST", "/v1/sessions/s/links", { link: "/a" }, 'session.openLink("/a")', 'session.open(link: "/a")'],
    ["PUT", "/v1/sessions/s/screens/s1/draft", { name: "A" }, 'session.keepDraft("s1", { "name": "A" })', 'session.keep(draft: ["name": "A"] as JSONValue, on: "s1")'],
    ["DELETE", "/v1/sessions/s/screens/s1/draft", undefined, 'session.keepDraft("s1", undefined)', 'session.forgetDraft(on: "s1")'],
    ["DELETE", "/v1/sessions/s", undefined, "session.end()", "session.end()"],
]) {
    test(`${method} ${path} as code${body ? ` with ${JSON.stringify(body).slice(0, 40)}` : ""}`, () => {
        const exchange = { method, path, headers: {}, body, status: 200, milliseconds: 1 };
        assert.ok(javaScript(exchange).includes(script), javaScript(exchange));
        assert.ok(swift(exchange, "http://localhost").includes(code), swift(exchange, "http://localhost"));
    });
}

const stack = (id, flows, more = {}) => ({ id, kind: "stack", screens: flows.map((flow, index) => ({ id: `${id}${index}`, name: `${flow}.Page`, flow })), ...more });
const outline = (nodes) => nodes.map(({ flow, place, screens, children }) => [place ? `${flow} (${place})` : flow, screens.length, ...outline(children)]);
for (const [name, navigation, expected] of [
    ["nothing", null, []],
    ["one flow", stack("c", ["A", "A"]), [["A", 2]]],
    ["a pushed flow", stack("c", ["A", "B", "B"]), [["A", 1, ["B", 2]]]],
    ["a modal flow on a pushed one", stack("c", ["A", "B"], { presented: stack("d", ["C"], { presentation: "modal" }) }), [["A", 1, ["B", 1, ["C (modal)", 1]]]]],
    ["a modal screen of the same flow", stack("c", ["A"], { presented: stack("d", ["A"], { presentation: "modal" }) }), [["A", 2]]],
    [
        "tabs, with a flow on the selected one",
        {
            id: "t",
            kind: "tabs",
            selected: "two",
            tabs: [{ key: "one", title: "One", content: stack("c", ["A"]) }, { key: "two", title: "Two", content: stack("d", ["B"]) }],
            presented: stack("e", ["C"], { presentation: "sheet" }),
        },
        [["A (One)", 1], ["B (Two)", 1, ["C (sheet)", 1]]],
    ],
    ["a split view", { id: "p", kind: "split", primary: stack("c", ["A"]), secondary: stack("d", ["B"]) }, [["A", 1], ["B", 1]]],
]) {
    test(`the tree of flow controllers of ${name}`, () => assert.deepEqual(outline(flowTree(navigation)), expected));
}

for (const [name, schema, value, kept] of [
    ["beside other members", object({ name: text, pin: secret }), { name: "Ada", pin: "1234" }, { name: "Ada" }],
    ["in a nested object", object({ card: object({ holder: text, number: secret }) }), { card: { holder: "Ada", number: "4" } }, { card: { holder: "Ada" } }],
    ["in a list", object({ cards: { type: "array", items: object({ number: secret }) } }), { cards: [{ number: "4" }] }, { cards: [{}] }],
    ["that is a number", object({ pin: { type: "integer", writeOnly: true } }), { pin: 1234 }, {}],
    ["that is optional", object({ pin: { anyOf: [object({ digits: text }), { type: "null" }], writeOnly: true } }), { pin: { digits: "1" } }, {}],
    ["that is an object", object({ card: { ...object({ number: text }), writeOnly: true } }), { card: { number: "4" } }, {}],
    ["behind a reference", { ...object({ pin: { $ref: "#/$defs/Pin" } }), $defs: { Pin: secret } }, { pin: "1" }, {}],
    ["in one of several alternatives", object({ by: { oneOf: [object({ card: object({ number: secret }) }), object({ cash: text })] } }), { by: { card: { number: "4" } } }, {}],
    ["in a dictionary", object({ pins: { type: "object", additionalProperties: secret } }), { pins: { home: "1" } }, {}],
    [
        "in a recursive type",
        { ...object({ top: { $ref: "#/$defs/Box" } }), $defs: { Box: object({ pin: secret, inner: { $ref: "#/$defs/Box" } }) } },
        { top: { pin: "1", inner: { pin: "2" } } },
        { top: {} },
    ],
    [
        "beyond the limit of a form's fields",
        object({ many: object(Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`m${index}`, text]))), pin: secret, late: object({ pin: secret }) }),
        { many: { m1: "a" }, pin: "1", late: { pin: "2" } },
        { many: { m1: "a" } },
    ],
    ["beside alternatives without secrets", object({ by: { oneOf: [object({ cash: text }), object({ bill: text })] }, pin: secret }), { by: { cash: "5" }, pin: "1" }, { by: { cash: "5" } }],
]) {
    test(`a secret ${name} is not kept`, () => assert.deepEqual(withoutSecrets(typeOf(schema), value), kept));
}

test("a secret without a value stays null", () => {
    assert.deepEqual(withoutSecrets(typeOf(object({ pin: secret })), { pin: null }), { pin: null });
});

test("a call is shown without its secrets", () => {
    const catalog = {
        screens: [{ actions: { pay: object({ card: secret, email: text }) } }, { actions: { look: object({ card: text }) } }],
        flows: [{ name: "Unlock", input: object({ pin: secret }) }],
    };
    const call = (body, reply) => {
        const exchange = { method: "POST", path: "/v1/sessions", headers: {}, body, status: 200, reply, milliseconds: 1 };
        const said = redacted(exchange, catalog);
        // Drop undefined members, which are not sent.
        return JSON.parse(JSON.stringify({ body: said.body, reply: said.reply }));
    };
    const paid = call({ action: "pay", params: { card: "4111", email: "a@b" }, screen: "s1" }, { revision: 2 });
    assert.deepEqual(paid, { body: { action: "pay", params: { card: "•••", email: "a@b" }, screen: "s1" }, reply: { revision: 2 } });
    assert.deepEqual(call({ action: "look", params: { card: "4111" } }).body.params, { card: "4111" });
    const begun = call({ flow: "Unlock", input: { pin: "1" } }, { session: "s", token: "t" });
    assert.deepEqual(begun, { body: { flow: "Unlock", input: { pin: "•••" } }, reply: { session: "s", token: "•••" } });
    assert.deepEqual(call({ token: "u" }, undefined).body, { token: "•••" });
    assert.deepEqual(call(undefined, undefined), {});
});

const root = new URL("../../Public/", import.meta.url);
const read = (path) => readFileSync(new URL(`.${path}`, root));

/** A module and all modules that it imports, directly or indirectly. With `isLater`, also those of `import(…)` expressions. */
function modules(path, isLater = false, found = new Set()) {
    if (found.has(path)) return found;
    found.add(path);
    const imports = String(read(path)).matchAll(isLater ? /(?:from |import |import\()"([^"]+)"/g : /(?:from|import) "([^"]+)"/g);
    for (const [, imported] of imports) modules(new URL(imported, `http://x${path}`).pathname, isLater, found);
    return found;
}

/** The first page of the sample app, which is not in the folder of the others. */
const home = "/../Sources/Samples/Home/index.html";

/** A page and the files that it loads. */
function pageFiles(page) {
    const html = String(read(page));
    const [, entry] = /<script type="module" src="([^"]+)"/.exec(html);
    const styles = [...html.matchAll(/(?:stylesheet|icon)" href="([^"]+)"/g)].map(([, path]) => path);
    return [page, ...styles, ...modules(entry)];
}

const sizeOf = (paths) => [...new Set(paths)].reduce((sum, path) => sum + gzipSync(read(path), { level: 9 }).length, 0);

test("the first page of the sample app and the client that it shows are less than 92 KB compressed", () => {
    const size = sizeOf([...pageFiles(home), ...pageFiles("/app/index.html")]);
    assert.ok(size < 92_000, `${size} bytes`);
});

for (const page of [home, "/app/index.html", "/gallery/index.html", "/admin/index.html", "/admin/screen/index.html", "/docs/api/index.html", "/docs/api/operators/index.html"]) {
    const most = page === "/admin/index.html" ? 104 : 92;
    test(`${page} and everything that it loads are less than ${most} KB compressed`, () => {
        const size = sizeOf(pageFiles(page));
        assert.ok(size < most * 1_000, `${size} bytes`);
    });
}

test("the public pages link the same pages in the same order", () => {
    const pages = [home, "/gallery/index.html", "/docs/api/index.html"];
    const links = (html) => [.../<nav aria-label="Pages"[^]*?<\/nav>/.exec(html)[0].matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
    for (const page of pages) assert.deepEqual(links(String(read(page))), ["/app", "/docs", "/docs/api", "/gallery", "/admin"], page);
});

test("no module creates markup from text or evaluates text", () => {
    const every = new Set(
        ["/web/main.js", "/web/samples/home.js", "/gallery/main.js", "/admin/main.js", "/docs/api/main.js", "/docs/docs.js", "/fairway.js"].flatMap((path) => [...modules(path, true)]),
    );
    for (const path of every) {
        const source = String(read(path));
        assert.doesNotMatch(source, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|DOMParser/, path);
    }
});

for (const url of [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "blob:https://example.org/1",
    "file:///etc/passwd",
    "https://",
    "https://[",
    "https://a:99999",
    "//example.org",
    "",
    null,
    7,
    { toString: () => "https://example.org" },
]) {
    test(`an effect cannot open ${JSON.stringify(url)}`, () => {
        const toasts = { show: () => assert.fail("a link was shown") };
        assert.equal(perform({ effect: "openURL", url }, toasts), false);
    });
}

test("long JSON is truncated to a readable length", () => {
    const plain = JSON.parse('{"a":[1,null,{"b":"x"}],"__proto__":{"c":1}}');
    assert.deepEqual(truncated(plain), plain);
    const deep = JSON.parse("[".repeat(5_000) + "]".repeat(5_000));
    assert.match(JSON.stringify(truncated(deep)), /^\[{101}"…"\]{101}$/);
    const list = truncated(Array.from({ length: 60_000 }, () => [1]));
    assert.equal(list.length, 20_001);
    assert.deepEqual([list[0], list.at(-1)], [["…"], "…"]);
    const named = truncated(Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`m${index}`, 1])));
    assert.equal(Object.keys(named).length, 20_001);
    assert.equal(truncated(["x".repeat(20_000_000)])[0].length, 10_001);
    assert.ok(JSON.stringify(truncated(Array.from({ length: 1_000 }, () => "x".repeat(10_000)))).length < 1_010_000);
});
