import assert from "node:assert/strict";
import { test } from "node:test";
import { lastCall, oneScreen, simulate } from "./support/simulated.js";
import { open, screen, stage } from "./support/stage.js";

const shared = stage();
const start = "dialog.menu[open] form:has(#menu-flow) button";

/** A catalog whose second flow needs input. */
function withInput() {
    const { state, catalog } = oneScreen({ text: "Hello" }, {});
    const input = {
        type: "object",
        properties: { guests: { type: "integer", minimum: 1, maximum: 5 }, name: { type: "string", maxLength: 1 }, visits: { type: "array", items: { type: "string" } } },
        required: ["guests", "name"],
    };
    return { state, catalog: { ...catalog, flows: [...catalog.flows, { name: "Booking", version: 1, initial: false, about: "Books.", input }] } };
}

test("a flow is started from the menu with its defaults, never with a form of its state", shared.visit(async (page) => {
    await open(page, shared.server, "Counter", "Counter.Page");
    for (const [flow, first] of [["Transfer", "Transfer.Form"], ["Imperio", "Imperio.Main"], ["Parameters", "Parameters.Initial"]]) {
        await page.click("#menu-button");
        await page.click(`#menu-flow option[value=${flow}]`);
        assert.deepEqual(await page.find("dialog.menu .field"), []);
        await page.click(start);
        await page.wait(screen(first));
    }
}));

test("the input that a flow needs is a form, which is checked before the flow starts", shared.visit(async (page) => {
    const { state, catalog } = withInput();
    await simulate(page, shared.server.client, state, { catalog });
    await page.click("#menu-button");
    await page.click("#menu-flow option[value=Booking]");
    const errors = () => page.evaluate("() => [...document.querySelectorAll('dialog.menu .field .error')].map((element) => element.textContent)");
    const submit = "dialog.menu form.form button[type=submit]";
    await page.fill("[name=guests]", "9");
    await page.fill("[name=name]", "Ada");
    await page.click(submit);
    assert.deepEqual(await errors(), ["Enter 5 or less.", "Enter at most one character."]);
    assert.equal((await page.evaluate("() => window.calls")).length, 1);
    await page.fill("[name=guests]", "2");
    await page.fill("[name=name]", "A");
    await page.click(submit);
    await page.until("the menu to close", async () => (await page.find("dialog.menu[open]")).length === 0);
    const { flow, input } = (await lastCall(page))[1];
    assert.deepEqual({ flow, input }, { flow: "Booking", input: { guests: 2, name: "A" } });
}));

test("the menu, questions and ends speak the language of the app", shared.visit(async (page) => {
    const { state, catalog } = withInput();
    await simulate(page, shared.server.client, state, { catalog, language: "de" });
    await page.click("#menu-button");
    const text = await page.text("dialog.menu");
    assert.match(text, /^Menü/);
    assert.doesNotMatch(text, /\b(Start a flow|Open|Apply|Take over|Refresh|End session|Show a code)\b/);
    await page.click("dialog .ending .destructive");
    assert.match(await page.text("dialog.confirm"), /^Diese Sitzung beenden\?/);
}));

test("a link that leads nowhere replaces the problem of an earlier address", shared.visit(async (page) => {
    await page.go(`${shared.server.client}?flow=Nope`);
    await page.until("the first problem", async () => (await page.find(".over .notice")).length === 1 && /no flow/.test(await page.text(".over .notice")));
    assert.equal(await page.text(".over .primary"), "Start the app");
    await page.evaluate("() => { location.hash = '/nowhere' }");
    await page.until("the second problem", async () => /link/.test(await page.text(".over .notice")));
}));

test("a flow in the address that needs input is reported without raw details, and the menu is offered", shared.visit(async (page) => {
    const problem = {
        type: "/problems/invalid-input", code: "invalid-input", title: "The input does not fit that flow.", status: 422,
        errors: [{ pointer: "/input/guests", code: "type-mismatch", detail: "expected an integer, found nothing" }],
    };
    await page.beforeEachPage(`
        const original = window.fetch;
        window.fetch = async (path, options) => (path === "/v1/sessions" ? new Response(${JSON.stringify(JSON.stringify(problem))}, { status: 422 }) : original(path, options));
    `);
    await page.go(`${shared.server.client}?flow=Booking`);
    await page.wait(".over .notice");
    assert.equal(await page.text(".over .notice"), problem.title);
    assert.doesNotMatch(await page.evaluate("() => document.getElementById('app').innerText"), /expected|Try again/);
    await page.click(".over .plain");
    await page.wait("dialog.menu[open]");
}));
