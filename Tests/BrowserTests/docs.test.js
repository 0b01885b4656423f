import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./support/axe.js";
import { keys } from "./support/browser.js";
import { stage } from "./support/stage.js";

const shared = stage();
const open = async (page, path) => {
    await page.go(shared.server.origin + path);
    await page.wait("#search input");
};
const visible = (page) => page.evaluate("() => [...document.querySelectorAll('.tabs > section:not([hidden]) h3')].map(({ id }) => id)");
const fits = "() => document.documentElement.scrollWidth <= innerWidth";

test("the search loads its index when it is used, and leads to the section", shared.visit(async (page) => {
    await open(page, "/docs");
    const loaded = () => page.evaluate("() => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('search.json')).length");
    assert.equal(await loaded(), 0);
    await page.write("/");
    await page.type("#search input", "glossary");
    await page.wait(".results a");
    assert.equal(await loaded(), 1);
    assert.match(await page.text(".results li:first-child"), /Glossary\s+Architecture/);
    await page.press(keys.down);
    await page.press(keys.enter);
    await page.until("the section", async () => (await page.url()).endsWith("/docs/architecture#glossary"));
    assert.equal(await page.evaluate("() => Math.abs(document.getElementById('glossary').getBoundingClientRect().top) < 100"), true);
    await page.fill("#search input", "nosuchword");
    await page.until("no result", async () => /^0 sections/.test(await page.text(".results")));
    await page.press(keys.escape);
    assert.equal(await page.evaluate("() => document.querySelector('.results').hidden"), true);
}));

test("an address can ask for a search", shared.visit(async (page) => {
    await open(page, "/docs?q=idempotency+key");
    await page.wait(".results mark");
}));

test("the tabs of the page for clients follow the address, the pointer and the keyboard", shared.visit(async (page) => {
    await open(page, "/docs/build-a-client");
    assert.equal((await visible(page))[0], "install-the-javascript-client");
    await page.click("[role=tab][data-anchor=android]");
    assert.match(await page.url(), /#android$/);
    assert.equal((await visible(page))[0], "no-library-for-android-yet");
    await page.press(keys.right);
    assert.equal((await visible(page))[0], "any-http-client-will-do");
    await page.press(keys.right);
    assert.equal((await visible(page))[0], "install-the-javascript-client");
    await page.evaluate("() => void (location.hash = '#twenty-lines-in-python')");
    await page.until("the tab of the anchor", async () => (await visible(page)).includes("twenty-lines-in-python"));
    await open(page, "/docs/build-a-client#ios");
    assert.equal((await visible(page))[0], "install-the-swift-package");
}));

test("the code names this server, and is copied as it is shown", shared.visit(async (page) => {
    await open(page, "/docs/build-a-client");
    const code = await page.evaluate("() => document.querySelector('pre[data-language=js]').textContent");
    assert.ok(code.includes(`base: "${shared.server.origin}"`));
    await page.evaluate("() => { navigator.clipboard.writeText = async (text) => void (window.copied = text); }");
    await page.evaluate("() => document.querySelector('pre[data-language=js] + .copies button').click()");
    await page.until("the copy", () => page.evaluate("() => window.copied !== undefined"));
    assert.equal(await page.evaluate("() => window.copied"), code);
}));

test("the types of this app's screens are downloaded from the page for clients", shared.visit(async (page) => {
    await open(page, "/docs/build-a-client");
    const links = await page.evaluate("() => [...document.querySelectorAll('main a[download]')].map(({ href }) => href)");
    assert.deepEqual(links.map((link) => new URL(link).pathname), ["/v1/catalog/screens.ts", "/v1/catalog/AppScreen.swift"]);
    for (const link of links) assert.match(await (await fetch(link)).text(), /Ferry\.Search/);
}));

test("every page of the docs fits 320 pixels, and its links lead somewhere", shared.visit(async (page) => {
    await open(page, "/docs");
    const pages = await page.evaluate("() => [...document.querySelectorAll('#contents a:not([href^=\"#\"])')].map(({ href }) => href)");
    assert.ok(pages.length > 15);
    const checked = new Map();
    for (const address of [`${shared.server.origin}/docs`, ...pages]) {
        await page.go(address);
        await page.wait("#search input");
        assert.equal(await page.evaluate(fits), true, address);
        const links = await page.evaluate("() => [...document.querySelectorAll('main a[href]')].map((link) => [link.href.split('#')[0], link.hash.slice(1)])");
        for (const [link, anchor] of links.filter(([link]) => link.startsWith(shared.server.origin))) {
            if (!checked.has(link)) {
                const response = await fetch(link);
                assert.equal(response.status, 200, `${link} on ${address}`);
                checked.set(link, await response.text());
            }
            if (anchor && link.includes("/docs")) assert.ok(checked.get(link).includes(`id="${decodeURIComponent(anchor)}"`), `${link}#${anchor} on ${address}`);
        }
    }
}, { width: 320, height: 640 }));

for (const dark of [false, true]) {
    test(`in ${dark ? "dark" : "light"} mode, axe-core finds no violation on the page for clients, with results and code`, shared.visit(async (page) => {
        await open(page, "/docs/build-a-client#any-language");
        await page.type("#search input", "timer");
        await page.wait(".results a");
        await assertAccessible(page, "the search");
        await page.press(keys.escape);
        await assertAccessible(page, "the page for clients");
    }, { dark }));
}
