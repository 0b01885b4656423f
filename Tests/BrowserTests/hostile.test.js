import assert from "node:assert/strict";
import { test } from "node:test";
import { open, screen, stage, state } from "./support/stage.js";

const shared = stage();

const texts = [
    "<script>globalThis.broken = 1</script>",
    "<img src=x onerror='globalThis.broken = 1'>",
    `"'\`;--></style></textarea><svg onload=globalThis.broken=1>&lt;b&gt;`,
    "javascript:globalThis.broken=1",
    "\u202Eevil\u0000\uFEFF {{7*7}} ${7*7}",
];

test("markup from an app is shown as text", shared.visit(async (page) => {
    await page.go(shared.server.client);
    await page.wait(screen("Home.Menu"));
    for (const text of texts) {
        await begin(page, { first: text, third: text });
        assert.equal(await shown(page, "first"), text);
        assert.equal(await shown(page, "third"), text);
        assert.equal((await page.find("#app :is(script, img, iframe, style)")).length, 0);
    }
    assert.equal(await page.evaluate("() => globalThis.broken ?? null"), null);
}));

test("a huge text is truncated until it is expanded, and breaks no layout", shared.visit(async (page) => {
    await page.go(shared.server.client);
    await page.wait(screen("Home.Menu"));
    const huge = "x".repeat(30_000);
    await begin(page, { first: huge });
    assert.ok((await shown(page, "first")).length < 5_000);
    assert.equal(await page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), true);
    await page.click('[data-name="first"] button');
    assert.equal(await shown(page, "first"), huge);
}, { width: 390, height: 800 }));

test("the console shows markup as text", shared.visit(async (page) => {
    await page.go(shared.server.client);
    await page.wait(screen("Home.Menu"));
    await begin(page, { first: texts[0], third: texts[1] });
    const { session } = await state(page);
    const operator = JSON.stringify({ token: shared.server.token, name: "admin", role: "admin" });
    await page.evaluate("(operator) => localStorage.setItem('fairway.operator', operator)", operator);
    await page.go(`${shared.server.origin}/admin#/sessions/${session}`);
    await page.click(".tree details summary");
    await page.until("the state", async () => (await page.text(".tree .json")).includes(texts[0]));
    const markup = ":is(script, img, iframe:not(.screen-frame), style)";
    assert.equal((await page.find(`main ${markup}`)).length, 0);
    const inFrame = (script) => page.evaluate(`() => { const { body } = document.querySelector(".screen-frame").contentDocument; return ${script}; }`);
    await page.until("the screen", async () => (await inFrame("body.textContent")).includes(texts[0]));
    assert.equal(await inFrame(`body.querySelectorAll("main ${markup}").length`), 0);
    assert.equal(await page.evaluate("() => document.querySelector('.screen-frame').contentWindow.broken ?? null"), null);
    assert.equal(await page.evaluate("() => globalThis.broken ?? null"), null);
}));

test("assigning markup throws", shared.visit(async (page) => {
    await open(page, shared.server, "Counter", "Counter.Page");
    const message = await page.evaluate(`() => {
        try { document.body.innerHTML = "<b>bold</b>"; } catch (error) { return error.name; }
    }`);
    assert.equal(message, "TypeError");
    const consoleErrors = await page.consoleErrors();
    assert.equal(consoleErrors.length, 1);
    assert.match(consoleErrors[0], /TrustedHTML/);
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
