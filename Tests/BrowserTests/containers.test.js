import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { keys } from "./support/browser.js";
import { lastCall, simulate } from "./support/simulated.js";
import { stage } from "./support/stage.js";

const shared = stage();
const fixture = (name) => JSON.parse(readFileSync(new URL(`../Fixtures/wire/${name}.json`, import.meta.url)));

const visit = (page, state) => simulate(page, shared.server.client, state);

test("tabs are selected by pointer and by keyboard", shared.visit(async (page) => {
    const state = fixture("state-tabs");
    const { id, selected, tabs } = state.navigation;
    const other = tabs.find(({ key }) => key !== selected);
    await visit(page, state);
    assert.equal((await page.find("#app [role=tab]")).length, tabs.length);
    assert.equal((await page.find(`#app [role=tab][data-tab="${selected}"][aria-selected=true]`)).length, 1);
    await page.click(`#app [role=tab][data-tab="${other.key}"]`);
    await page.until("the call", async () => (await lastCall(page))[0].endsWith("/select"));
    assert.deepEqual((await lastCall(page))[1], { container: id, tab: other.key });
    await page.until("the reply", () => page.evaluate("() => !document.body.hasAttribute('data-busy')"));
    await page.evaluate(`() => { window.calls.length = 1; document.querySelector("#app [aria-selected=true]").focus(); }`);
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
