import assert from "node:assert/strict";
import { test } from "node:test";
import { keys } from "./support/browser.js";
import { action, chooseSailing, open, openFerry, press, screen, searchSailings, stage, state } from "./support/stage.js";

const shared = stage();
const focused = (page) => page.evaluate("() => document.activeElement.name || document.activeElement.dataset.action || document.activeElement.className || document.activeElement.tagName");
const texts = (page, selector) => page.evaluate("(selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).map((element) => element.innerText)", selector);

/** Opens the passengers of a booking. */
async function reachPassengers(page) {
    await openFerry(page, shared.server);
    await searchSailings(page, "2090-06-04");
    await chooseSailing(page);
}

test("a form that breaks rules is not sent, and its summary leads to the fields", shared.visit(async (page) => {
    await open(page, shared.server, "BookFerry", "Ferry.Search");
    assert.match(await page.evaluate("() => document.title"), /^Find a ferry · /);
    await page.click(action("searchButtonPressed"));
    assert.equal(await focused(page), "summary");
    assert.deepEqual(await texts(page, ".summary a"), ["From: Choose one of the options.", "To: Choose one of the options.", "Day of departure: Fill this in."]);
    assert.equal((await state(page)).revision, 1);
    for (let presses = 0; presses < 3; presses++) await page.press(keys.tab);
    await page.press(keys.enter);
    assert.equal(await focused(page), "date");
    const described = await page.evaluate(`() => {
        const input = document.querySelector("[name=date]");
        return [input.getAttribute("aria-invalid"), input.getAttribute("aria-describedby").split(" ").map((id) => document.getElementById(id).textContent).join("")];
    }`);
    assert.deepEqual(described, ["true", "Fill this in."]);

    // The summary lists what is still wrong.
    await page.type("[name=from]", "Kiel");
    await page.press(keys.enter);
    assert.deepEqual(await texts(page, ".summary a"), ["To: Choose one of the options.", "Day of departure: Fill this in."]);
    await page.type("[name=to]", "Oslo");
    await page.press(keys.enter);
    await page.fill("[name=date]", "06042090");
    assert.deepEqual(await texts(page, ".summary"), []);
}));

test("an option is found by typing and chosen with the keyboard alone", shared.visit(async (page) => {
    await open(page, shared.server, "BookFerry", "Ferry.Search");
    await page.evaluate("() => document.querySelector('[name=from]').focus()");
    await page.press(keys.down);
    assert.deepEqual(await texts(page, "[role=option]"), ["Göteborg", "Kiel", "Oslo", "Riga"]);
    await page.press(keys.escape);
    assert.deepEqual(await texts(page, "[role=option]"), []);
    assert.equal((await page.find(screen("Ferry.Search"))).length, 1);
    await page.type("[name=from]", "ki");
    assert.deepEqual(await texts(page, "[role=option]"), ["Kiel"]);
    assert.equal(await page.evaluate("() => document.querySelector('.searched:has([name=from]) [role=status]').textContent"), "1 option");
    assert.equal(await page.evaluate("() => document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).textContent"), "Kiel");
    await page.press(keys.enter);
    assert.equal(await page.value("[name=from]"), "Kiel");
    await page.press(keys.tab);
    await page.press(keys.up);
    await page.press(keys.enter);
    assert.equal(await page.value("[name=to]"), "Riga");
    await page.until("the draft", async () => (await state(page)).screen.draft?.to === "riga");
    assert.equal((await state(page)).screen.draft.from, "kiel");
}));

test("a refused form keeps its input, here and in the draft", shared.visit(async (page) => {
    await reachPassengers(page);
    await press(page, "addButtonPressed", "EditPassenger.Form");
    await page.fill("[name=name]", "Ada");
    await page.fill("[name=age]", "1,000");
    await page.click(action("saveButtonPressed"));
    assert.deepEqual(await texts(page, "[data-field=age] .error"), ["Enter 120 or less."]);
    await page.until("the draft", async () => (await state(page)).screen.draft?.age === 1000);
    await page.reload();
    await page.wait(screen("EditPassenger.Form"));
    assert.deepEqual([await page.value("[name=name]"), await page.value("[name=age]")], ["Ada", "1000"]);
    await page.fill("[name=age]", "36");
    await press(page, "saveButtonPressed", "Ferry.Passengers");
    await page.until("the form to leave the page", async () => (await page.find(".layer")).length === 1 || (await page.find("[data-leave]")).length === 0);
}));

test("rows have their own controls, and a removal asks first", shared.visit(async (page) => {
    await reachPassengers(page);
    for (const [name, age] of [["Ada", "36"], ["Byron", "7"]]) {
        await press(page, "addButtonPressed", "EditPassenger.Form");
        await page.fill("[name=name]", name);
        await page.fill("[name=age]", age);
        await press(page, "saveButtonPressed", "Ferry.Passengers");
    }
    const row = (index, name) => `${screen("Ferry.Passengers")} [data-focus="passengers/${index}/${name}"]`;
    await page.click(row(1, "didSelectPassenger"));
    await page.wait(screen("EditPassenger.Form"));
    assert.equal(await page.value("[name=name]"), "Byron");
    await press(page, "cancelButtonPressed", "Ferry.Passengers");
    const rows = () => texts(page, `${screen("Ferry.Passengers")} .row strong`);
    await page.click(row(0, "removeButtonPressed"));
    await page.wait("dialog[open]");
    assert.match(await page.text("dialog[open]"), /^Remove this passenger\?/);
    await page.press(keys.escape);
    assert.deepEqual(await rows(), ["Ada", "Byron"]);
    await page.click(row(0, "removeButtonPressed"));
    await page.click("dialog[open] [value=yes]");
    await page.until("the row to be gone", async () => (await rows()).join() === "Byron");
    assert.doesNotMatch(await page.evaluate("() => document.getElementById('app').innerText"), /index/i);
}));

test("a modal keeps the focus", shared.visit(async (page) => {
    await reachPassengers(page);
    await press(page, "addButtonPressed", "EditPassenger.Form");
    for (let presses = 0; presses < 12; presses++) {
        await page.press(keys.tab);
        assert.equal(await page.evaluate("() => document.activeElement.closest('.layer.modal') !== null"), true);
    }
}));

test("a dismissed layer leaves the page although an animation in it is endless", shared.visit(async (page) => {
    await reachPassengers(page);
    await press(page, "addButtonPressed", "EditPassenger.Form");
    await page.evaluate("() => void document.querySelector('.layer.modal h1').animate([{ opacity: 1 }, { opacity: 0.9 }], { duration: 1000, iterations: Infinity })");
    await press(page, "cancelButtonPressed", "Ferry.Passengers");
    await page.until("the layer to be gone", async () => (await page.find(".layer.modal")).length === 1);
}, { reducedMotion: false }));

test("the end of a session is confirmed", shared.visit(async (page) => {
    await open(page, shared.server, "Counter", "Counter.Page");
    await page.click("#menu-button");
    await page.click("dialog .ending .destructive");
    await page.click("dialog.confirm [value=no]");
    assert.equal((await state(page)).status, "active");
    await page.click("dialog .ending .destructive");
    await page.click("dialog.confirm [value=yes]");
    await page.wait("[data-outcome=ended]");
}));

for (const address of ["?flow=Nowhere", "#/no/such/link", "#/%zz"]) {
    test(`the address ${address} is reported once, and the menu is offered`, shared.visit(async (page) => {
        await page.go(`${shared.server.client}${address}`);
        await page.wait(".over .notice");
        assert.equal(await page.url(), shared.server.client);
        await page.click(".over .plain");
        await page.wait("dialog.menu[open]");
        await page.reload();
        await page.wait(screen("Home.Menu"));
    }));
}
