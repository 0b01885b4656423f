import assert from "node:assert/strict";
import { test } from "node:test";
import { open, stage, stored } from "./support/stage.js";

const shared = stage();
const document = async () => (await fetch(`${shared.server.origin}/openapi.json`)).json();
const reference = async (page, hash = "", part = "") => {
    await page.go(`${shared.server.origin}/docs/api${part}${hash}`);
    await page.wait("#reference .entry");
};
/** The stored token of this browser's session. */
const token = async (page) => (await stored(page)).token;
const contains = (page, text) => page.evaluate("(text) => document.documentElement.outerHTML.includes(text)", text);

/** Opens the form of a call, and returns the selector of a part of it. */
async function attempt(page, id) {
    await page.click(`#${id} > summary`);
    await page.click(`#${id} .try summary`);
    return (part) => `#${id} .try ${part}`;
}

test("the reference has every call, type and problem code of the server, from the server alone", shared.visit(async (page) => {
    const { paths, components, tags } = await document();
    const calls = Object.values(paths).flatMap((methods) => Object.values(methods));
    const isOperators = ({ security }) => security.some((one) => "operator" in one);
    const ids = (part) => page.evaluate("(part) => [...document.querySelectorAll(`.${part} .entry`)].map(({ id }) => id)", part);
    // The reference groups the calls by their tags.
    const grouped = tags.flatMap(({ name }) => calls.filter((call) => call.tags[0] === name));
    const types = new Set();
    for (const [part, own] of [["", (call) => !isOperators(call)], ["/operators", isOperators]]) {
        await reference(page, "", part);
        assert.deepEqual(await ids("calls"), grouped.filter(own).map(({ operationId }) => operationId));
        for (const id of await ids("types")) types.add(id);
        const targets = await page.evaluate("() => [...document.querySelectorAll('main a[href^=\"#\"], nav a[href^=\"#\"]')].filter((link) => !document.getElementById(link.hash.slice(1))).map(({ hash }) => hash)");
        assert.deepEqual(targets, []);
        const origins = await page.evaluate("() => [...new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin))]");
        assert.deepEqual(origins, [shared.server.origin]);
    }
    assert.deepEqual([...types].sort(), Object.keys(components.schemas).map((name) => `type-${name}`).sort());
    await reference(page);
    const { problems } = await (await fetch(`${shared.server.origin}/problems`)).json();
    assert.deepEqual(await ids("problems"), problems.map(({ code }) => `problem-${code}`));
}));

test("the reference is closed by default, and at most 4,000 pixels high", shared.visit(async (page) => {
    for (const part of ["", "/operators"]) {
        await reference(page, "", part);
        assert.equal(await page.evaluate("() => document.querySelectorAll('.entry[open]').length"), 0);
        const height = await page.evaluate("() => document.documentElement.scrollHeight");
        assert.ok(height <= 4_000, `${height} pixels`);
    }
}, { width: 1440, height: 900 }));

test("the search finds calls, types and codes by their words, and counts those of the other page", shared.visit(async (page) => {
    await reference(page);
    const visible = () => page.evaluate("() => [...document.querySelectorAll('.entry')].filter((one) => one.offsetParent).map(({ id }) => id)");
    await page.type("#find", "handoff code");
    await page.until("the calls", async () => (await visible()).length < 12);
    for (const id of ["postHandoffs", "type-Handoff", "problem-no-such-handoff"]) assert.ok((await visible()).includes(id), id);
    await page.fill("#find", "funnel");
    await page.click("#found a");
    await page.wait("#getAdminFunnel");
    assert.ok((await visible()).includes("getAdminFunnel"));
    assert.equal((await visible()).includes("getAdminSummary"), false);
}));

test("a call is shown as code in the language that was chosen last", shared.visit(async (page) => {
    await reference(page, "#postSessionsBySessionActions");
    const code = (id) => page.text(`#${id} .code pre`);
    assert.match(await code("postSessionsBySessionActions"), /^curl -X POST[^]*Bearer \$TOKEN/);
    for (const [language, pattern] of [["JavaScript", /await session\.send\(/], ["Swift", /try await session\.send\(/], ["Python", /^import json/]]) {
        await page.click(`#postSessionsBySessionActions [data-language=${language}]`);
        assert.match(await code("postSessionsBySessionActions"), pattern);
    }
    await page.click("#postSessions > summary");
    assert.match(await code("postSessions"), /^import json/);
}));

test("an address leads to its call on either page, and to the errors of a problem code", shared.visit(async (page) => {
    await page.go(`${shared.server.origin}/docs/api#getAdminSummary`);
    await page.wait("#getAdminSummary[open]");
    assert.match(await page.url(), /\/docs\/api\/operators#getAdminSummary$/);
    await reference(page, "#problem-invalid-params");
    await page.wait("#problem-invalid-params[open] .codes");
    assert.match(await page.text("#problem-invalid-params .codes"), /too-short/);
}));

test("the contents mark the call at which the page is", shared.visit(async (page) => {
    const marked = () => page.evaluate("() => [...document.querySelectorAll('#contents [aria-current]')].map(({ hash }) => hash).join()");
    await reference(page, "#postHandoffs");
    await page.until("the call of the address", async () => (await marked()) === "#postHandoffs");
    await page.evaluate("() => scrollTo(0, 0)");
    const first = await page.evaluate("() => document.querySelector('#contents a').hash");
    await page.until("the first call", async () => (await marked()) === first);
}, { width: 1440, height: 900 }));

test("a call is tried on the session in hand, and its token is shown on request only", shared.visit(async (page) => {
    await reference(page);
    await page.click("#credentials button");
    await page.until("the session", async () => /revision 1/.test(await page.text("#credentials")));
    const part = await attempt(page, "postSessionsBySessionActions");
    assert.equal(await contains(page, await token(page)), false);
    await page.click(part("[data-try]"));
    await page.wait(part(".status[data-good=true]"));
    assert.match(await page.text(part(".json")), /"revision": 2/);
    // The page has drawn the token again.
    await page.until("the new state", async () => /revision 2/.test(await page.text("#credentials")));
    assert.equal(await contains(page, await token(page)), false);
    await page.click(part(".bearer button"));
    assert.equal(await page.text(part(".token")), await token(page));
    await page.click(part(".bearer button"));
    assert.equal(await contains(page, await token(page)), false);
}));

test("a session that is started by a try can be taken in hand, and a refusal leads to its problem page", shared.visit(async (page) => {
    await reference(page);
    const part = await attempt(page, "postSessions");
    await page.fill(part("textarea"), '{"flow": "Counter"}');
    await page.click(part("[data-try]"));
    await page.click(part(".answer p .plain"));
    await page.until("the session", async () => /Counter.Page/.test(await page.text("#credentials")));
    assert.equal(await contains(page, await token(page)), false);
    await page.fill(part("textarea"), '{"flow": "Nowhere"}');
    await page.click(part("[data-try]"));
    await page.wait(part('a[href="/problems/no-such-flow"]'));
    await page.fill(part("textarea"), "{");
    await page.click(part("[data-try]"));
    await page.until("the mistake", async () => /not valid JSON/.test(await page.text(part(".answer"))));
}));

test("an operator's call asks for the operator's token", shared.visit(async (page) => {
    await reference(page, "", "/operators");
    const part = await attempt(page, "getAdminSummary");
    await page.fill(part("[type=password]"), "guess");
    await page.click(part(".line button"));
    await page.until("the refusal", async () => /not the operator’s token/.test(await page.text(part(".error"))));
    await page.fill(part("[type=password]"), shared.server.token);
    await page.click(part(".line button"));
    await page.wait(part(".bearer"));
    await page.click(part("[data-try]"));
    await page.wait(part(".status[data-good=true]"));
}));

test("a stream is followed until it is stopped, and a deletion asks first", shared.visit(async (page) => {
    await open(page, shared.server, "Counter", "Counter.Page");
    await reference(page);
    await page.until("the session", async () => /Counter.Page/.test(await page.text("#credentials")));
    const stream = await attempt(page, "getSessionsBySessionStream");
    await page.click(stream("[data-try]"));
    await page.until("the first event", async () => /event: state/.test(await page.text(stream(".json"))));
    await page.click(stream(".answer > button"));
    await page.until("the end of the stream", async () => (await page.find(stream("[data-try]:disabled"))).length === 0);
    const end = await attempt(page, "deleteSessionsBySession");
    await page.click(end("[data-try]"));
    await page.click("dialog.confirm [value=no]");
    assert.deepEqual(await page.find(end(".status")), []);
    await page.click(end("[data-try]"));
    await page.click("dialog.confirm [value=yes]");
    await page.wait(end(".status[data-good=true]"));
}));

test("the reference fits 320 pixels, and an address leads to its call", shared.visit(async (page) => {
    await reference(page, "#getHealthz");
    assert.equal(await page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), true);
    await page.until("the call", () => page.evaluate("() => Math.abs(document.querySelector('#getHealthz').getBoundingClientRect().top) < innerHeight"));
    await attempt(page, "postSessions");
    assert.equal(await page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), true);
}, { width: 320, height: 700 }));

test("the icon and the summary for language models are served", async () => {
    const icon = await fetch(`${shared.server.origin}/favicon.ico`);
    assert.deepEqual([icon.status, icon.headers.get("Content-Type")], [200, "image/x-icon"]);
    const summary = await (await fetch(`${shared.server.origin}/llms.txt`)).text();
    assert.match(summary, /^# Fairway\n\n> /);
    for (const [, path] of summary.matchAll(/\]\((\/[^)]*)\)/g)) assert.equal((await fetch(shared.server.origin + path)).status, 200, path);
});
