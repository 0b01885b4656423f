import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { keys } from "./support/browser.js";
import { screen, stage } from "./support/stage.js";

const shared = stage();
const fixture = (name) => JSON.parse(readFileSync(new URL(`../Fixtures/wire/${name}.json`, import.meta.url)));

/** Opens a page on which each session starts in this state, and each call is answered with it and recorded. */
async function visit(page, state) {
    await page.beforeEachPage(`
        const state = ${JSON.stringify({ ...state, token: "t" })};
        const original = window.fetch;
        window.calls = [];
        window.fetch = async (path, options) => {
            if (!path.startsWith("/v1/sessions")) return original(path, options);
            if (path.endsWith("/stream")) return new Promise(() => {});
            window.calls.push([path, JSON.parse(options.body)]);
            return Response.json(state);
        };
    `);
    await page.go(shared.server.origin);
    await page.wait(screen(state.screen.name));
}

const lastCall = (page) => page.evaluate("() => window.calls.at(-1)");

test("tabs are selected by pointer and by keyboard", shared.visit(async (page) => {
    const state = fixture("state-tabs");
    const { id, selected, tabs } = state.navigation;
    const other = tabs.find(({ key }) => key !== selected);
    await visit(page, state);
    assert.equal((await page.find("[role=tab]")).length, tabs.length);
    assert.equal((await page.find(`[role=tab][data-tab="${selected}"][aria-selected=true]`)).length, 1);
    await page.click(`[role=tab][data-tab="${other.key}"]`);
    await page.until("the call", async () => (await lastCall(page))[0].endsWith("/select"));
    assert.deepEqual((await lastCall(page))[1], { container: id, tab: other.key });
    await page.evaluate(`() => { window.calls.length = 1; document.querySelector("[aria-selected=true]").focus(); }`);
    await page.press(keys.right);
    await page.until("the call by keyboard", async () => (await lastCall(page))[0].endsWith("/select"));
}));

test("a sheet covers its parent, which is inert meanwhile", shared.visit(async (page) => {
    const state = fixture("state-present-sheet");
    await visit(page, state);
    assert.equal((await page.find(".layer.base[inert]")).length, 1);
    assert.equal((await page.find(".layer.sheet[role=dialog]")).length, 1);
    assert.equal(await page.evaluate("() => document.querySelector('.layer.sheet').getAttribute('aria-labelledby') !== null"), true);
}));
