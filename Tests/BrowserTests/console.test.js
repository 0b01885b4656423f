import assert from "node:assert/strict";
import { test } from "node:test";
import { book, Client } from "./support/client.js";
import { startOnTerminal } from "./support/server.js";
import { keys } from "./support/browser.js";
import { adasPath, adasSession, simulateConsole, stateOf } from "./support/simulatedConsole.js";
import { open, press, signIn, stage, state } from "./support/stage.js";

const shared = stage();

test("a wrong token is rejected with a message", shared.visit(async (page) => {
    await page.go(`${shared.server.origin}/admin`);
    await page.fill("#token", "guess");
    await page.click("form button");
    await page.until("the refusal", async () => /not an operator’s token/.test(await page.text("[role=alert]")));
}));

test("the link of the start banner signs in once, and leaves no code in the address", shared.visit(async (page) => {
    const { link, stop } = await startOnTerminal();
    try {
        await page.go(link);
        await page.wait("#sections:not([hidden])");
        assert.equal(await page.evaluate("() => location.hash"), "#/");
        await page.click("#sign-out");
        await page.wait("#token");
        const again = await page.newTab();
        await page.switchTo(again);
        await page.go(link);
        await page.until("the refusal", async () => /has been used/.test(await page.text("[role=alert]")));
        assert.equal(await page.evaluate("() => location.hash"), "#/");
    } finally {
        await stop();
    }
}));

test("an unknown address shows a notice, and the header links the pages of the server", shared.visit(async (page) => {
    await signIn(page, shared.server);
    await page.evaluate("() => { location.hash = '/nowhere' }");
    await page.until("the notice", async () => /no page “nowhere”/.test(await page.text("#content")));
    await page.click("#content a[href='#/']");
    await page.wait(".attention");
    const links = await page.evaluate("() => [...document.querySelectorAll('body > header a')].map((link) => link.getAttribute('href')).join()");
    assert.equal(links, "/,/app,/docs,/docs/api,/gallery,/admin");
}));

test("an operator finds a session, inspects its tree, journal and map, and ends it", shared.visit(async (page) => {
    // A third flow, which the search for the session must not list.
    await open(page, shared.server, "Counter", "Counter.Page");
    await open(page, shared.server, "Imperio", "Imperio.Main");
    await press(page, "tutorialStartButtonPressed", "Tutorial.Page1");
    await press(page, "nextToPage2ButtonPressed", "Tutorial.Page2");
    const { session } = await state(page);

    await signIn(page, shared.server);
    await page.click(".head a[href='#/flows']");
    await page.fill("[name=session]", `${session}\n`);
    await page.until("its two flows", async () => (await page.find("tbody tr")).length === 2);
    await page.click("tbody tr a");
    await page.wait(".tree");
    assert.deepEqual(await page.evaluate("() => [...document.querySelectorAll('.tree .node strong')].map((node) => node.textContent)"), ["Imperio", "Tutorial"]);
    assert.match(await page.text('.chip[data-front="true"]'), /Page2/);
    const kinds = await page.evaluate("() => [...document.querySelectorAll('.timeline [data-kind]')].map((entry) => entry.dataset.kind)");
    assert.deepEqual(kinds, ["action", "action", "start"]);

    await page.click("#sections a[href='#/map']");
    await page.click('.map-node[data-name="Tutorial.Page1"]');
    await page.until("the actions from the screen", async () => /nextToPage2ButtonPressed/.test(await page.text(".details")));

    await page.go(`${shared.server.origin}/admin#/sessions/${session}`);
    await page.click("header .destructive");
    await page.click("dialog .destructive");
    await page.until("the end", async () => (await page.text("[data-status]")) === "ended");
    assert.equal((await shared.server.operator("GET", `/v1/admin/sessions/${session}`)).session.outcome, "ended");

    await page.go(shared.server.client);
    await page.wait("[data-outcome=ended]");
}));

test("the console follows changes without a reload", shared.visit(async (page) => {
    await open(page, shared.server, "Counter", "Counter.Page");
    const { session } = await state(page);
    const first = await page.tab();
    const second = await page.newTab();
    await page.switchTo(second);
    await signIn(page, shared.server);
    await page.go(`${shared.server.origin}/admin#/sessions/${session}`);
    await page.wait(".timeline");
    await page.switchTo(first);
    await press(page, "incrementButtonPressed", "Counter.Page");
    await page.switchTo(second);
    await page.until("the action", async () => /incrementButtonPressed/.test(await page.text(".timeline")));
}));

test("the list of sessions shows a session that starts after the list was read", shared.visit(async (page) => {
    await page.beforeEachPage(`
        const original = window.fetch;
        window.fetch = async (path, options) => {
            const response = await original(path, options);
            if (location.hash !== "#/sessions" || !path.startsWith("/v1/admin/sessions?") || window.started) return response;
            const session = await original("/v1/sessions", { method: "POST", body: JSON.stringify({ flow: "Counter" }) });
            window.started = (await session.json()).session;
            return response;
        };
    `);
    await signIn(page, shared.server);
    await page.click("#sections a[href='#/sessions']");
    await page.until("the session", () => page.evaluate("() => document.querySelector(`tr[data-session='${window.started}']`) !== null"));
}));

test("redrawing keeps the elements that have not changed, the focus and open details", shared.visit(async (page) => {
    await page.go(`${shared.server.origin}/admin`);
    const result = await page.evaluate(`async () => {
        const { redraw } = await import("/admin/redraw.js");
        const { h } = await import("/web/dom.js");
        const list = document.body.appendChild(h("div"));
        const group = (name, rows) => h("section", { data: { name } }, h("h2", {}, rows, " × ", name), h("a", { href: "#" + name }, "Link"), h("details", {}, h("summary", {}, "More"), name));
        const draw = (...groups) => redraw(list, groups.map(([name, rows]) => group(name, rows)));
        const find = (name, selector) => list.querySelector("[data-name=" + name + "] " + selector);
        draw(["a", 3], ["b", 2]);
        const [link, details] = [find("a", "a"), find("b", "details")];
        link.focus();
        details.open = true;
        const found = [];
        const record = () => found.push([list.innerText.replace(/\\s+/g, " ").trim(), find("a", "a") === link, document.activeElement === link, find("b", "details") === details, details.open]);
        draw(["new", 1], ["a", 4], ["b", 2]);
        record();
        // The group whose place is kept is the last one.
        draw(["b", 2], ["a", 1]);
        record();
        draw(["a", 1]);
        record();
        list.remove();
        return found;
    }`);
    assert.deepEqual(result, [
        ["1 × new Link More 4 × a Link More 2 × b Link More b", true, true, true, true],
        ["2 × b Link More b 1 × a Link More", true, true, true, true],
        ["1 × a Link More", true, true, false, true],
    ]);
}));

test("a click on a row counts also if the row changes between press and release", shared.visit(async (page) => {
    const client = await Client.start(shared.server, "BookFerry");
    await signIn(page, shared.server);
    await page.click("#sections a[href='#/sessions']");
    const row = `tr[data-session="${client.id}"]`;
    await page.wait(`${row} a`);
    const point = await page.evaluate("(selector) => { const box = document.querySelector(selector).getBoundingClientRect(); return { x: box.x + 5, y: box.y + 5 }; }", `${row} a`);
    const mouse = (type) => page.devtools("Input.dispatchMouseEvent", { type, ...point, button: "left", clickCount: 1 });
    await mouse("mousePressed");
    await book(client, { until: "Ferry.Sailings" });
    await page.until("the next screen", async () => /Sailings/.test(await page.text(row)));
    await mouse("mouseReleased");
    await page.until("the session's page", async () => (await page.evaluate("() => location.hash")) === `#/sessions/${client.id}`);
}));

/** Simulates Ada's session, and signs in. */
async function visitAda(page, change = (answers) => answers) {
    const { screens } = await (await fetch(`${shared.server.origin}/v1/catalog`)).json();
    const { examples, actions } = screens.find(({ name }) => name === "Ferry.Search");
    await simulateConsole(page, change(adasSession(stateOf("Ferry.Search", 7, examples[0], Object.keys(actions)))));
    await signIn(page, shared.server);
}

test("from the overview, an operator finds a stuck session, its refusals and its timers", shared.visit(async (page) => {
    await visitAda(page);
    await page.click(".attention a[href='#/sessions?stuck=600']");
    await page.until("Ada's row", async () => /ada …0000ada1/.test(await page.text("tbody tr")));
    assert.match(await page.text("tbody tr"), /Find a ferry[^]*5[^]*rejected/);
    await page.click("tbody a");
    await page.until("the reason", async () => /^Refused 5 times on from, last \d+ min ago\./.test(await page.text(".verdict[data-problem=true]")));
    assert.match(await page.text(".timeline .incident"), /Refused 5 times[^]*Search[^]*from[^]*rejected[^]*searchButtonPressed/);
    assert.match(await page.text(".work"), /Hold[^]*Fires in 3 h/);
    assert.deepEqual(await page.find(".session > .card > button.link:not([hidden])"), []);
    assert.equal(await page.evaluate("() => document.querySelector('[aria-label=\"Open work\"] a').hash"), `#/jobs?session=${adasPath.slice("/sessions/".length)}&state=pending`);
    assert.deepEqual(await page.evaluate("() => window.calls"), []);
}));

test("the page of a session says what a role does not show", shared.visit(async (page) => {
    await visitAda(page, (answers) => {
        const detail = answers[`GET ${adasPath}`];
        const hidden = { ...detail, state: null, tree: { ...detail.tree, state: null }, incidents: detail.incidents.map((incident) => ({ ...incident, cause: null })) };
        return { ...answers, [`GET ${adasPath}`]: hidden };
    });
    await page.go(`${shared.server.origin}/admin#${adasPath}`);
    await page.until("the explanation", async () => /Your role does not show what users see and type/.test(await page.text(".screen-part")));
    assert.deepEqual(await page.evaluate("() => document.querySelector('.screen-frame').hidden"), true);
}));

test("an operator releases the steps that are in quarantine", shared.visit(async (page) => {
    const quarantined = [{ revision: 7, kind: "action", name: "sailingPressed", build: "1.0.0+86c35f667e14", at: "@-30" }];
    await visitAda(page, (answers) => {
        return { ...answers, [`POST ${adasPath}/release`]: null, [`GET ${adasPath}`]: { ...answers[`GET ${adasPath}`], quarantined } };
    });
    await page.go(`${shared.server.origin}/admin#${adasPath}`);
    const card = '[aria-label="Quarantine"]';
    await page.until("the step", async () => /sailingPressed at revision 7[^]*build 1\.0\.0\+86c35f667e14/.test(await page.text(card)));
    await page.click(`${card} button`);
    await page.click("dialog.confirm button.destructive");
    await page.until("the call", async () => (await page.evaluate("() => window.calls.length")) === 1);
    assert.deepEqual(await page.evaluate("() => window.calls"), [[`POST ${adasPath}/release`, null]]);
}));

test("control-K opens the palette, which also finds pages", shared.visit(async (page) => {
    await visitAda(page, (answers) => ({ ...answers, "GET /sessions?q=work&limit=8": { sessions: [], next: null } }));
    await page.evaluate("() => dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true }))");
    await page.wait(".palette input");
    await page.type(".palette input", "work");
    await page.until("the page", async () => /^Work/.test(await page.text(".palette [aria-selected=true]")));
    await page.press(keys.enter);
    await page.until("the page of work", async () => (await page.text("h1")) !== "Overview");
    assert.equal(await page.evaluate("() => location.hash"), "#/jobs");
}));

test("the palette offers searches of users and requests, which the list shows as filters", shared.visit(async (page) => {
    await signIn(page, shared.server);
    const started = await fetch(`${shared.server.origin}/v1/sessions`, { method: "POST", headers: { "X-Request-Id": "request-of-a-start" } });
    const { session } = await started.json();
    await page.click("#find");
    await page.type(".palette input", "request-of-a-start");
    const option = ".palette [role=option]:last-child";
    await page.until("the search", async () => /as the id of a request/.test(await page.text(option)));
    await page.click(option);
    await page.wait(`tr[data-session="${session}"]`);
    assert.match(await page.text(".filter-chip"), /Request id: request-of-a-start/);
    assert.equal(await page.text("main [role=status]"), "1 session");
    await page.go(`${shared.server.origin}/admin#/sessions?person=nobody`);
    await page.until("no session", async () => /No session matches these filters/.test(await page.text("table.sessions")));
}));

test("a key leads to the session that holds it", shared.visit(async (page) => {
    await signIn(page, shared.server);
    await page.click("#find");
    await page.type(".palette input", "order/345");
    await page.until("the search", async () => /“order\/345”\s*as a key/.test(await page.text(".palette [role=listbox]")));
    await page.go(`${shared.server.origin}/admin#/sessions?key=order/345`);
    await page.until("no session", async () => /No session matches these filters/.test(await page.text("table.sessions")));
    assert.match(await page.text(".filter-chip"), /Key: order\/345/);
}));

test("the list of sessions is sorted by its headings", shared.visit(async (page) => {
    await signIn(page, shared.server);
    const start = async () => (await (await fetch(`${shared.server.origin}/v1/sessions`, { method: "POST" })).json()).session;
    const [first, second] = [await start(), await start()];
    const ours = () => page.evaluate("(ids) => [...document.querySelectorAll('table.sessions tbody tr')].map(({ dataset }) => dataset.session).filter((id) => ids.includes(id))", [first, second]);
    const sorted = () => page.evaluate("() => [...document.querySelectorAll('th[aria-sort]')].map((head) => [head.innerText.trim(), head.ariaSort])");
    await page.go(`${shared.server.origin}/admin#/sessions`);
    await page.wait(`tr[data-session="${second}"]`);
    assert.deepEqual(await ours(), [second, first]);
    for (const [column, sort, address] of [
        ["Last change", "descending", "#/sessions?order=touched"], ["Last change", "ascending", "#/sessions?order=untouched"],
        ["Started", "descending", "#/sessions?order=newest"], ["Started", "ascending", "#/sessions?order=oldest"],
    ]) {
        await page.click(`th a[href="${address}"]`);
        await page.until(address, async () => JSON.stringify(await sorted()) === JSON.stringify([[column, sort]]));
        const shown = await ours();
        // A page has 50 rows, so other tests' sessions may hide the oldest.
        if (shown.length === 2) assert.deepEqual(shown, sort === "descending" ? [second, first] : [first, second]);
    }
    await page.go(`${shared.server.origin}/admin#/sessions?flow=Main`);
    await page.until("the other list", async () => JSON.stringify(await sorted()) === JSON.stringify([["Started", "descending"]]));
    assert.deepEqual(await page.find("th a[href*=touched]"), []);
}));

test("addresses contain saved views and filters", shared.visit(async (page) => {
    await visitAda(page);
    await page.click("#sections a[href='#/sessions']");
    await page.click(".choices a[href='#/sessions?sandbox=true']");
    await page.until("the view", async () => (await page.text(".choices [aria-current=page]")) === "Sandboxes");
    await page.click(".choices a[href='#/sessions']");
    await page.until("all sessions", async () => (await page.text(".choices [aria-current=page]")) === "All");
    await page.fill("[name=q]", "ada\n");
    await page.until("the search", async () => (await page.evaluate("() => location.hash")) === "#/sessions?q=ada");
}));

test("the overview's charts have descriptions as text", shared.visit(async (page) => {
    await visitAda(page);
    const texts = await page.evaluate("() => [...document.querySelectorAll('.time-chart svg')].map((image) => image.getAttribute('aria-label'))");
    assert.equal(texts.length, 6);
    assert.match(texts[0], /^Active sessions\. Active: 43 now, at most 46 at \d\d:\d\d\. Build 2\.1\.0/);
    assert.match(texts[0], / Build 2\.0\.3\+1b07aa12c9d0 since \d\d:\d\d\.$/);
    assert.equal(await page.text("[data-chart='Failed changes'] strong"), "2");
}));

test("the gallery draws every screen's examples", shared.visit(async (page) => {
    await page.go(`${shared.server.origin}/gallery`);
    const { screens } = await (await fetch(`${shared.server.origin}/v1/catalog`)).json();
    const examples = screens.reduce((sum, screen) => sum + screen.examples.length, 0);
    await page.until("every example", async () => (await page.find(".frame .screen")).length === examples);
    await page.type("#search", "planets list");
    await page.until("the screen that is searched for", async () => /^1 of /.test(await page.text("#count")));
    assert.equal(await page.url(), `${shared.server.origin}/gallery?search=planets+list`);
    await page.reload();
    await page.until("the same search", async () => /^1 of /.test(await page.text("#count")));
    assert.equal(await page.value("#search"), "planets list");
    await page.fill("#search", "nowhere");
    await page.until("the answer", async () => (await page.text("#count")) === "No screen matches “nowhere”.");
}));
