import assert from "node:assert/strict";
import { test } from "node:test";
import { open, press, screen, stage, state } from "./support/stage.js";

const shared = stage();

const texts = [
    "<script>globalThis.broken = 1</script>",
    "<img src=x onerror='globalThis.broken = 1'>",
    `"'\`;--></style></textarea><svg onload=globalThis.broken=1>&lt;b&gt;`,
    "javascript:globalThis.broken=1",
    "\u202Eevil\u0000\uFEFF {{7*7}} ${7*7}",
];

test("whatever an app shows is shown as text", shared.visit(async (page) => {
    await page.go(shared.server.origin);
    await page.wait(screen("Home.Menu"));
    for (const text of texts) {
        await begin(page, { first: text, third: text });
        assert.equal(await shown(page, "first"), text);
        assert.equal(await shown(page, "third"), text);
        assert.equal((await page.find("#stage :is(script, img, iframe, style)")).length, 0);
    }
    assert.equal(await page.evaluate("() => globalThis.broken ?? null"), null);
}));

test("a huge text is cut until it is asked for, and breaks no layout", shared.visit(async (page) => {
    await page.go(shared.server.origin);
    await page.wait(screen("Home.Menu"));
    const huge = "x".repeat(30_000);
    await begin(page, { first: huge });
    assert.ok((await shown(page, "first")).length < 5_000);
    assert.equal(await page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), true);
    await page.click('[data-name="first"] button');
    assert.equal(await shown(page, "first"), huge);
}, { width: 390, height: 800 }));

const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`m${index}`, index]));

/** View models as JSON, since of some `JSON.stringify` makes nothing. */
const shapes = {
    "members that are names of every object's": `{
        "__proto__": { "broken": 1 }, "constructor": { "prototype": { "broken": 1 } }, "toString": 1, "hasOwnProperty": "x",
        "length": -1, "then": "x", "list": [{ "__proto__": { "title": "x" }, "title": { "__proto__": null } }]
    }`,
    "what is something else than it is called": `{
        "title": { "a": 1 }, "message": [1], "buttons": [null, 1, { "action": { "a": 1 } }, { "action": "__proto__" }],
        "image": 1, "colour": "url(javascript:1)", "first": null
    }`,
    "nothing": "null",
    "a number": "1e400",
    "lists within lists": `${"[".repeat(5_000)}1${"]".repeat(5_000)}`,
    "objects within objects": `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
    "a hundred thousand members": JSON.stringify(many),
    "a member of a hundred thousand members": JSON.stringify({ of: many }),
    "a row of a hundred thousand members": JSON.stringify({ rows: [many] }),
    "a hundred thousand rows": JSON.stringify({ rows: Array.from({ length: 100_000 }, (_, title) => ({ title: `${title}` })) }),
};

for (const [name, shape] of Object.entries(shapes)) {
    test(`a view model's shape keeps nobody from going on: ${name}`, shared.visit(async (page) => {
        await open(page, shared.server, "Parameters", "Parameters.Initial");
        // Of whatever comes first: the reply, or the stream.
        await page.evaluate(`(shape) => {
            const parse = JSON.parse;
            JSON.parse = (text) => {
                const value = parse(text);
                if (value?.screen) value.screen.viewModel = parse(shape);
                return value;
            };
        }`, shape);
        await press(page, "startButtonPressed", "Parameters.First");
        assert.equal(await page.evaluate("() => document.body.innerText.includes('Felipe Garcia')"), false);
        await press(page, "nextButtonPressed", "Parameters.Second");
        assert.equal(await page.evaluate("() => ({}).broken ?? globalThis.broken ?? null"), null);
        assert.ok(await page.evaluate("() => document.querySelectorAll('*').length") < 20_000);
    }));
}

test("the console shows it as text, too", shared.visit(async (page) => {
    await page.go(shared.server.origin);
    await page.wait(screen("Home.Menu"));
    await begin(page, { first: texts[0], third: texts[1] });
    const { session } = await state(page);
    await page.evaluate("(token) => sessionStorage.setItem('fairway.operator', token)", shared.server.token);
    await page.go(`${shared.server.origin}/admin#/sessions/${session}`);
    await page.click(".tree details summary");
    await page.until("the state", async () => (await page.text(".tree .json")).includes(texts[0]));
    assert.equal((await page.find("main :is(script, img, iframe, style)")).length, 0);
    assert.equal(await page.evaluate("() => globalThis.broken ?? null"), null);
}));

test("markup cannot be assigned even by mistake", shared.visit(async (page) => {
    await open(page, shared.server, "Counter", "Counter.Page");
    const message = await page.evaluate(`() => {
        try { document.body.innerHTML = "<b>bold</b>"; } catch (error) { return error.name; }
    }`);
    assert.equal(message, "TypeError");
    const complaints = await page.complaints();
    assert.equal(complaints.length, 1);
    assert.match(complaints[0], /TrustedHTML/);
}));

async function begin(page, input) {
    await page.evaluate(`async (input) => {
        const body = JSON.stringify({ flow: "Parameters", input });
        const { session, token } = await (await fetch("/v1/sessions", { method: "POST", body })).json();
        localStorage.setItem("fairway.session", JSON.stringify({ id: session, token }));
    }`, input);
    await page.reload();
    await page.wait(screen("Parameters.Initial"));
}

function shown(page, name) {
    return page.evaluate(`(name) => document.querySelector('[data-name="' + name + '"] .text').textContent`, name);
}
