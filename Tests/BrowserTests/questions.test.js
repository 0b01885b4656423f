// The questions that the console is for, answered by clicking, about real sessions of a real server.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { keys } from "./support/browser.js";
import { book, Client } from "./support/client.js";
import { screen, signIn, stage } from "./support/stage.js";

/** @type {Record<string, Client>} */
const users = {};
const quitters = 5;
/** Ada's app offers a port that is not served any more. */
const adasInput = { from: "atlantis", to: "riga", date: "2090-06-01" };
const declinedCard = "4000 0000 0000 0002";
const unreachableCard = "4000 0000 0000 0119";

/** The users of the tests, one after another. Nothing else happens on the server. */
async function prepare(server) {
    const start = async (name, flow, options) => (users[name] = await Client.start(server, flow, { user: name, ...options }));
    // These users stay on the sailings until all others are where they stay.
    for (let index = 0; index < quitters; index++) await book(await start(`quitter${index}`, "BookFerry"), { until: "Ferry.Sailings" });
    const dan = await start("dan", "BookFerry");
    await dan.back(undefined);

    const ada = await start("ada", "BookFerry", { device: { locale: "de", app: "1.9.0" } });
    for (let index = 0; index < 5; index++) await ada.refused("searchButtonPressed", adasInput);

    // Mary's card is declined, and she is back at the payment.
    const mary = await start("mary", "Ferry");
    await book(mary, { until: "Ferry.Payment" });
    await mary.act("payButtonPressed", { card: declinedCard }, "Ferry.Processing");
    await mary.until("Ferry.Payment");

    // Grace's cabin cannot be held while the inventory's file is damaged.
    const grace = await start("grace", "BookFerry");
    await book(grace, { until: "CabinDeck.Detail" });
    await withDamagedInventory(server, async () => {
        const { code } = await grace.refused("chooseButtonPressed", {}, 500);
        assert.equal(code, "flow-failed");
    });
    await grace.back("CabinDeck.List");

    // Uma's bank cannot be reached at first. The charge is retried.
    const uma = await start("uma", "Ferry");
    await book(uma, { until: "Ferry.Payment" });
    await uma.act("payButtonPressed", { card: unreachableCard }, "Ferry.Processing");
    await uma.until("Ferry.Confirmation");

    const cora = await start("cora", "Counter");
    for (let count = 0; count < 120; count++) await cora.act("incrementButtonPressed", {}, "Counter.Page");

    for (let index = 0; index < quitters; index++) await users[`quitter${index}`].end();
}

// As `script/server` serves the samples.
const shared = stage(["--keep-states", "20", "--allow-forks", "--demo-users"], prepare);

/** Damages the file of the held cabins while `work` runs. */
async function withDamagedInventory({ folder }, work) {
    const file = join(folder, "fairway-samples", "cabins.jsonl");
    const cabins = readFileSync(file);
    writeFileSync(file, "{\n");
    try {
        await work();
    } finally {
        writeFileSync(file, cabins);
    }
}

const texts = (page, selector) => page.evaluate("(selector) => [...document.querySelectorAll(selector)].map((element) => element.innerText.trim())", selector);

/** The text of a screen in the frame; null while another screen is shown. */
const inFrame = (page, name) => page.evaluate(
    `(selector) => document.querySelector(".screen-frame").contentDocument.querySelector(selector)?.innerText ?? null`,
    `[data-name="${name}"]`,
);

/** Opens a user's session from the list of sessions. */
async function openSession(page, name) {
    await page.click("#sections a[href='#/sessions']");
    await page.click(`tr[data-session="${users[name].id}"] a`);
    await page.until("the user's name", async () => new RegExp(`^${name} `).test(await page.text("h1")));
}

test("why is Ada stuck?", shared.visit(async (page) => {
    await signIn(page, shared.server);
    await page.click("#sections a[href='#/sessions']");
    const row = `tr[data-session="${users.ada.id}"]`;
    await page.until("her problems", async () => (await page.text(`${row} .problems`)) === "5");
    assert.match(await page.text(row), /^ada [^]*invalid-params/);
    await page.click(`${row} a`);
    await page.until("the reason", async () => /^Refused 5 times on from \(“[^”]+”\), last \d+ (s|min) ago\. .* on “Find a ferry”\.$/.test(await page.text(".verdict[data-problem=true]")));
    assert.match(await page.text(".timeline .incident"), /^Refused 5 times\s+Search[^]*from not-an-option[^]*searchButtonPressed[^]* · request \w+\s+All sessions with this problem$/);
    assert.match(await page.text(".facts"), /Locale\s+de\s+App\s+1\.9\.0/);
}));

/** The bounds of a stay that the page shows, in seconds. */
function shownStay(text) {
    if (text === "< 1 s") return [0, 1];
    const [, minutes = "0", seconds = "0"] = text.match(/^(?:(\d+) min)? ?(?:([\d.]+) s)?$/);
    const shown = Number(minutes) * 60 + Number(seconds);
    // The server's counts are accurate to 10 %.
    return shown < 10 ? [shown * 0.9 - 0.05, shown * 1.1 + 0.05] : [shown * 0.9 - 0.5, shown * 1.1 + 0.5];
}

/** The bounds of the median stay on a screen, as the users have measured it. */
function measuredStay(name) {
    const stays = Object.values(users).flatMap((user) => user.stays.filter(({ screen }) => screen === name));
    const sorted = (bound) => stays.map((stay) => stay[bound]).sort((a, b) => a - b);
    // The median of an even number of stays is between the two in the middle.
    return [sorted("least")[Math.ceil(stays.length / 2) - 1], sorted("most")[Math.floor(stays.length / 2)]];
}

test("where do BookFerry's users stop this week, and how long do they take on each screen?", shared.visit(async (page) => {
    await signIn(page, shared.server);
    await page.click("#sections a[href='#/funnel']");
    await page.until("the sentence", async () => /^Most runs stop on Sailings: 5 of 8, 63 %\./.test(await page.text(".headline")));
    assert.equal(await page.value("[name=flow]"), "BookFerry");
    assert.equal(await page.value("[name=hours]"), "168");
    assert.deepEqual(await texts(page, ".figures strong"), ["10", "10 %", "60 %", "3"]);
    const column = (label) => texts(page, `.steps td[data-label="${label}"]`);
    assert.deepEqual(await texts(page, ".steps td > div > strong"), ["Find a ferry", "Sailings", "Passengers", "Your booking", "Payment", "Your card is being charged"]);
    assert.deepEqual(await column("Runs"), ["10", "8", "3", "2", "2", "2"]);
    assert.deepEqual(await column("Went on"), ["8 80 %", "3 38 %", "2 67 %", "2 100 %", "1 50 %", "2 100 %"]);
    assert.deepEqual(await column("Here now"), ["1", "0", "1", "0", "1", "0"]);
    // One of the passengers was refused in a sub flow.
    assert.deepEqual(await column("Refused"), ["1", "0", "1", "0", "0", "0"]);
    const stays = await column("Median stay");
    for (const [index, name] of ["Ferry.Search", "Ferry.Sailings"].entries()) {
        const [shown, measured] = [shownStay(stays[index]), measuredStay(name)];
        assert.ok(shown[0] <= measured[1] && measured[0] <= shown[1], `${name}: ${stays[index]} is not in ${measured}`);
    }
    assert.ok((await page.text(".headline")).endsWith(`Users stay there for ${stays[1]} (median).`));

    await page.click('tr[data-screen="Ferry.Sailings"] .kinds a');
    await page.until("the sessions", async () => (await page.text("h1")) === "Sessions");
    const listed = await page.evaluate("() => [...document.querySelectorAll('tr[data-session]')].map((row) => row.dataset.session).sort()");
    assert.deepEqual(listed, Array.from({ length: quitters }, (_, index) => users[`quitter${index}`].id).sort());
}));

test("the users on a screen of the map are those of the list that it links to", shared.visit(async (page) => {
    await signIn(page, shared.server);
    await page.click("#sections a[href='#/map']");
    for (const flow of ["", "BookFerry"]) {
        if (flow) await page.click(`[name=flow] option[value=${flow}]`);
        // The screen is on both maps. The caption says which of them is shown.
        const caption = flow ? `Runs of ${flow} ` : "Visits of all flows";
        await page.until("the map", async () => (await page.text("#content > .caption")).startsWith(caption));
        await page.click('.map-node[data-name="Ferry.Search"]');
        await page.until("the number", async () => / 1 user there now\./.test(await page.text(".details")));
    }
    await page.click(".details a");
    await page.until("the list", async () => (await page.text("main [role=status]")) === "1 session");
    await page.wait(`tr[data-session="${users.ada.id}"]`);
}));

test("what does this user see now?", shared.visit(async (page) => {
    const { screens } = await (await fetch(`${shared.server.origin}/v1/catalog`, { headers: { "Accept-Language": "de" } })).json();
    const { title } = screens.find(({ name }) => name === "Ferry.Search");
    await signIn(page, shared.server);
    await page.click("#find");
    await page.type(".palette input", "ada");
    await page.until("Ada", async () => (await page.text(".palette [aria-selected=true]")).startsWith(`ada …${users.ada.id.slice(-8)}`));
    await page.press(keys.enter);
    await page.wait(".screen-frame");
    await page.until("the German screen", async () => ((await inFrame(page, "Ferry.Search")) ?? "").startsWith(title));
    assert.equal(await page.text(".screen-pane [role=status]"), "What the user sees now");
    // What she has typed is kept as the draft.
    assert.equal(await page.evaluate("() => document.querySelector('.screen-frame').contentDocument.querySelector('[name=to]').value"), "Riga");
    assert.ok(await page.evaluate(`() => [...document.querySelector(".screen-frame").contentDocument.querySelectorAll("button, input, select")].every((control) => control.closest("[inert]"))`));
}));

test("what did they see before the failure?", shared.visit(async (page) => {
    await signIn(page, shared.server);
    await page.click(".attention a[href='#/sessions?failed=86400']");
    await page.click(`tr[data-session="${users.grace.id}"] a`);
    await page.until("the failure", async () => /^(In use|Idle for \d+ min) on “Cabins”\. “Choose this cabin” failed \d+ (s|min) ago, before the last change\.$/.test(await page.text(".verdict")));
    await page.until("the failure's cause", async () => /^Failed\s+Choose this cabin[^]*cabins\.jsonl: invalid-json/.test(await page.text(".timeline .incident")));
    await page.until("the present screen", async () => (await inFrame(page, "CabinDeck.List")) !== null);
    await page.click(".timeline .incident ~ li [data-show]");
    await page.until("the cabin", async () => /202/.test(await inFrame(page, "CabinDeck.Detail")));
    assert.match(await page.text(".screen-pane [role=status]"), /^What the user saw at revision 7 at /);
    assert.equal(await page.evaluate("() => document.querySelector('.timeline [aria-pressed=true]').dataset.show"), "7");
    await page.click(".scrubber [aria-label='Later screen']");
    await page.until("the present screen again", async () => (await inFrame(page, "CabinDeck.List")) !== null);
}));

test("the earlier entries of a long timeline are loaded, each once", shared.visit(async (page) => {
    await signIn(page, shared.server);
    await openSession(page, "cora");
    const revisions = () => page.evaluate("() => [...document.querySelectorAll('.timeline [data-revision]')].map((entry) => Number(entry.dataset.revision))");
    const earlier = ".session > .card > button.link";
    for (const shown of [50, 100]) {
        await page.until(`${shown} entries`, async () => (await revisions()).length === shown);
        await page.click(earlier);
    }
    await page.until("the start", async () => /^Started/.test(await page.text(".timeline li:last-child")));
    assert.deepEqual(await revisions(), Array.from({ length: 121 }, (_, index) => 121 - index));
    assert.deepEqual(await page.find(`${earlier}:not([hidden])`), []);
}));

/** Copies Mary's session from its page, at the payment in progress. @returns {Promise<{original: string, copy: string}>} the tabs */
async function copyMarysPayment(page) {
    await openSession(page, "mary");
    const original = await page.tab();
    const known = await page.tabs();
    // The timeline is newest first: the declined charge, and the payment before it.
    assert.match(await page.text(".timeline [data-kind=job]"), /^Job\s+Charge card[^]*declined: “[^”]+” Handled by the flow\.[^]*ChargeCard/);
    const declined = /^“Charge card” was declined once \(“[^”]+”\), \d+ (s|min) ago\. .* on “Payment”\. Timer “Hold ended” fires in \d+ (s|min)\.$/;
    await page.until("the reason", async () => declined.test(await page.text(".verdict[data-problem=true]")));
    await page.click(".timeline [data-kind=job] + li [data-show]");
    await page.until("the payment in progress", async () => (await inFrame(page, "Ferry.Processing")) !== null);
    await page.click(".screen-part .plain");
    await page.until("the copy's page", async () => /sandbox/.test(await page.text("h1")));
    const bar = new RegExp(`^Sandbox\\s+A copy of …${users.mary.id.slice(-8)}\\s+Deleted \\d+ \\w+, \\d\\d:\\d\\d\\s+Back to the original`);
    assert.match(await page.text(".sandbox-bar"), bar);
    await page.until("the screen's bar", async () => bar.test((await page.evaluate("() => document.querySelector('.screen-frame').contentDocument.querySelector('.sandbox-bar')?.innerText")) ?? ""));
    const copy = (await page.tabs()).find((tab) => !known.includes(tab));
    await page.switchTo(copy);
    await page.wait(screen("Ferry.Processing"));
    assert.match(await page.text(".sandbox-bar"), new RegExp(`${bar.source}\\s+Its page in the console$`));
    return { original, copy };
}

test("a copy of a session with a pending charge charges nothing, and leaves the original as it is", shared.visit(async (page) => {
    const { server } = shared;
    const payments = () => readFileSync(join(server.folder, "fairway-samples", "payments.jsonl"), "utf8");
    const [paid, original, funnel] = [payments(), await records(users.mary), await funnelGroups()];
    await signIn(page, server);
    const tabs = await copyMarysPayment(page);
    // The copy belongs to its tab, not to the browser.
    assert.match(await page.url(), /\/app$/);
    await page.reload();
    await page.wait(screen("Ferry.Processing"));
    assert.equal(await page.evaluate("() => localStorage.getItem('fairway.session')"), null);

    await page.switchTo(tabs.original);
    await page.until("the copy's open work", async () => /^Charge card job\s+Waits for you/.test(await page.text(".work")));
    assert.match(await page.text(".verdict"), /“Charge card” waits for you\./);
    assert.equal(payments(), paid);
    await page.click(".work .plain");
    await page.fill("dialog textarea", "{oops");
    await page.click("dialog .primary");
    await page.until("the complaint", async () => (await page.text("dialog .error")) === "This is not JSON.");
    await page.fill("dialog textarea", JSON.stringify({ reference: "K7Q2M9XB", journey: await exampleJourney() }));
    await page.click("dialog .primary");
    await page.until("no open work", async () => /No timer or job is open/.test(await page.text("[aria-label='Open work']")));
    await page.switchTo(tabs.copy);
    await page.until("the operator's ticket", async () => /K7Q2M9XB/.test(await page.text(screen("Ferry.Confirmation"))));

    assert.equal(payments(), paid);
    assert.deepEqual(await records(users.mary), original);
    assert.deepEqual(await funnelGroups(), funnel);
}));

test("an operator fails the work of a copy, and the copy's flow handles it", shared.visit(async (page) => {
    await signIn(page, shared.server);
    const tabs = await copyMarysPayment(page);
    await page.switchTo(tabs.original);
    await page.click(".work .destructive");
    await page.fill("dialog [name=message]", "The bank is closed.");
    await page.click("dialog .primary");
    await page.switchTo(tabs.copy);
    await page.until("the message", async () => /The bank is closed\./.test(await page.text(screen("Ferry.Payment"))));
    // The timer of the hold is scheduled again, but the copy does not run it.
    await page.switchTo(tabs.original);
    await page.until("the timer", async () => /^Hold ended timer\s+Waits for you/.test(await page.text(".work")));
    // The list of its work is a page of the sandbox, too.
    await page.evaluate("() => { location.hash = location.hash.replace('#/sessions/', '#/jobs?session=') }");
    await page.until("the list", async () => /^Work of/.test(await page.text("h1")));
    assert.match(await page.text(".sandbox-bar"), new RegExp(`A copy of …${users.mary.id.slice(-8)}`));
}));

test("the open work of a session is run from the list of work, which leads back", shared.visit(async (page) => {
    users.olga = await Client.start(shared.server, "BookFerry", { user: "olga" });
    await book(users.olga, { until: "Ferry.Payment" });
    await signIn(page, shared.server);
    await openSession(page, "olga");
    assert.match(await page.text("[aria-label='Open work']"), /Hold ended timer\s+Fires in \d+ (s|min)/);
    await page.click("[aria-label='Open work'] a");
    await page.until("her work alone", async () => (await texts(page, '.work-list td[data-label="Session"]')).join() === `…${users.olga.id.slice(-8)}`);
    await page.click("[aria-label='Run now: BookFerry.HoldEnded']");
    assert.match(await page.text("dialog"), /Fires the timer “BookFerry\.HoldEnded” of BookFerry now, \d+ (s|min) early\./);
    await page.click("dialog .primary");
    await page.until("no more work", async () => /No timers or jobs are pending/.test(await page.text(".work-list")));
    await page.click("header.head a");
    await page.until("the alert", async () => (await inFrame(page, "Ferry.CabinReleased")) !== null);
}));

async function read(path, token = shared.server.token) {
    const response = await fetch(shared.server.origin + path, { headers: { Authorization: `Bearer ${token}` } });
    assert.equal(response.status, 200, path);
    return response.text();
}

async function funnelGroups() {
    return JSON.parse(await read("/v1/admin/funnel?flow=BookFerry")).groups;
}

/** All documents of a session, as they are sent. */
async function records({ id, token }) {
    const path = `/v1/admin/sessions/${id}`;
    const detail = await read(path);
    const { states } = JSON.parse(detail);
    return [await read(`/v1/sessions/${id}`, token), detail, await read(`${path}/journal`), ...(await Promise.all(states.map((revision) => read(`${path}/states/${revision}`))))];
}

async function exampleJourney() {
    const { screens } = await (await fetch(`${shared.server.origin}/v1/catalog`)).json();
    return screens.find(({ name }) => name === "Ferry.Confirmation").examples[0].journey;
}
