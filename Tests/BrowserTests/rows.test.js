import assert from "node:assert/strict";
import { test } from "node:test";
import { lastCall, oneScreen, simulate } from "./support/simulated.js";
import { action, screen, stage } from "./support/stage.js";

const shared = stage();
const list = screen("Main.List");
const index = { type: "object", properties: { index: { type: "integer" } }, required: ["index"] };
const remove = {
    action: "removeButtonPressed", label: "Remove", role: "destructive", confirm: "Remove this guest?", fields: [],
    row: { list: "/guests", params: { index: { index: true } } },
};
const guests = ["Ada", "Byron", "Charles"].map((name) => ({ name, age: 36 }));
const visit = (page, { state, catalog }) => simulate(page, shared.server.client, state, { catalog });
/** Shows other guests, as another device would. */
const pushed = (page, names, revision) => page.evaluate(`(screen, names, revision) => {
    window.push({ revision, moves: [{ move: "refresh", screen: "s1" }], screen: { ...screen, viewModel: { guests: names.map((name) => ({ name, age: 36 })) } } });
}`, oneScreen({}, { removeButtonPressed: index }).state.screen, names, revision);
const rows = (page) => page.evaluate("() => [...document.querySelectorAll('.row strong')].map((element) => element.textContent)");

test("the rows of a group are below its heading", shared.visit(async (page) => {
    const samples = [["Ferry", null], ["Transfer", null], ["Account", "Demos"], ["Planets", "Demos"]].map(([title, group]) => ({ title, group }));
    await visit(page, oneScreen({ samples }, {}));
    await page.wait(list);
    const texts = await page.evaluate("() => [...document.querySelectorAll('.rows > li')].map((row) => row.innerText.trim())");
    assert.deepEqual(texts, ["Ferry", "Transfer", "Demos", "Account", "Planets"]);
    assert.equal(await page.text(".rows h2"), "Demos");
}));

test("a question about a row names it, and the action is for that row although the list has changed meanwhile", shared.visit(async (page) => {
    await visit(page, oneScreen({ guests }, { removeButtonPressed: index }, { controls: [remove] }));
    await page.click(`${list} [data-focus="guests/1/removeButtonPressed"]`);
    await page.wait("dialog[open]");
    assert.match(await page.text("dialog[open]"), /^Remove this guest\?\nByron\n/);
    await pushed(page, ["Zoe", "Ada", "Byron"], 2);
    await page.until("the other guests", async () => (await rows(page)).join() === "Zoe,Ada,Byron");
    await page.click("dialog[open] [value=yes]");
    await page.until("the call", async () => (await lastCall(page))[0].endsWith("/actions"));
    assert.deepEqual((await lastCall(page))[1].params, { index: 2 });
}));

test("an action for a row that is gone is not sent", shared.visit(async (page) => {
    await visit(page, oneScreen({ guests }, { removeButtonPressed: index }, { controls: [remove] }));
    await page.click(`${list} [data-focus="guests/1/removeButtonPressed"]`);
    await page.wait("dialog[open]");
    await pushed(page, ["Ada", "Charles"], 2);
    await page.until("the other guests", async () => (await rows(page)).join() === "Ada,Charles");
    await page.click("dialog[open] [value=yes]");
    await page.until("the notice", async () => /This entry has changed/.test(await page.text(`${list} .notice`)));
    assert.equal((await page.evaluate("() => window.calls")).some(([path]) => path.endsWith("/actions")), false);
}));

test("a row's position is not drawn as a field, even if the list is empty", shared.visit(async (page) => {
    await visit(page, oneScreen({ guests: [], title: "Guests" }, { didSelectGuest: index, addButtonPressed: { type: "object", properties: {} } }));
    await page.wait(action("addButtonPressed"));
    assert.deepEqual(await page.find(`${list} input`), []);
    assert.deepEqual(await page.find(action("didSelectGuest")), []);
    assert.doesNotMatch(await page.text(list), /index/i);
}));

test("a list that gives options is shown if its rows have controls, and hidden otherwise", shared.visit(async (page) => {
    const invite = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
    const field = {
        name: "name", label: "Guest of honour", format: "choice", required: true, hint: null, placeholder: null, unit: null,
        options: { list: "/guests", value: "/name", label: "/name" },
    };
    const honour = { action: "honourButtonPressed", label: "Honour", role: "primary", confirm: null, row: null, fields: [field] };
    const actions = { removeButtonPressed: index, honourButtonPressed: invite };
    await visit(page, oneScreen({ guests }, actions, { controls: [honour, remove] }));
    assert.deepEqual(await rows(page), ["Ada", "Byron", "Charles"]);
    await shared.visit(async (other) => {
        await visit(other, oneScreen({ guests }, { honourButtonPressed: invite }, { controls: [honour] }));
        await other.wait("[name=name]");
        assert.deepEqual(await rows(other), []);
    })();
}));
