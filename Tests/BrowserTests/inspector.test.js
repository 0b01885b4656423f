import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { assertAccessible } from "./support/axe.js";
import { keys } from "./support/browser.js";
import { assertReadable } from "./support/readable.js";
import { action, open, press, screen, stage, state, stored } from "./support/stage.js";

const shared = stage();
const rows = (page) => page.evaluate(`() => [...document.querySelectorAll(".entry-row")].map((row) => row.innerText.replace(/\\s+/g, " ").replace(/ \\d+ ms$/, ""))`);
const chips = (page, part) =>
    page.evaluate(`(part) => [...document.querySelectorAll(".trees section:nth-child(" + part + ") .flow-screen")].map((s) => s.lastChild.data + (s.dataset.change ? " " + s.dataset.change : ""))`, part);

async function openTutorial(page) {
    await open(page, shared.server, "Imperio", "Imperio.Main");
    await press(page, "tutorialStartButtonPressed", "Tutorial.Page1");
    await press(page, "nextToPage2ButtonPressed", "Tutorial.Page2");
    // The event stream can be faster than the reply. The row is a push until the reply arrives.
    await page.until("the calls", async () => (await rows(page)).filter((row) => row.startsWith("POST")).length === 3);
}

test("the inspector shows the moves of a call with the tree before and after", shared.visit(async (page) => {
    await openTutorial(page);
    assert.deepEqual(await rows(page), ["POST /actions nextToPage2ButtonPressed r3 200", "POST /actions tutorialStartButtonPressed r2 200", "POST /v1/sessions r1 201"]);
    assert.match(await page.text(".moves"), /^push Tutorial\.Page2 in c\d+$/);
    assert.deepEqual([await chips(page, 1), await chips(page, 2)], [["Main", "Page1"], ["Main", "Page1", "Page2 added"]]);
    await page.click(".layer:not([inert]) .back");
    await page.wait(screen("Tutorial.Page1"));
    await page.until("the pop", async () => /^pop/.test(await page.text(".moves")));
    assert.deepEqual([await chips(page, 1), await chips(page, 2)], [["Main", "Page1", "Page2 removed"], ["Main", "Page1"]]);
}));

test("a change from elsewhere is a row of its own", shared.visit(async (page) => {
    await open(page, shared.server, "Counter", "Counter.Page");
    const { id, token } = await stored(page);
    const headers = { Authorization: `Bearer ${token}` };
    await fetch(`${shared.server.origin}/v1/sessions/${id}/actions`, { method: "POST", headers, body: '{"action": "incrementButtonPressed"}' });
    await page.until("the push", async () => (await rows(page))[0] === "Push Counter.Page r2");
    await page.click("[data-tab=wire]");
    assert.match(await page.text(".inspector-panel"), /event: state\s+id: 2/);
    await page.click("[data-tab=code]");
    assert.match(await page.text(".inspector-panel"), /\/stream'[^]*session\.follow\(\)[^]*session\.updates/);
}));

test("the copied command of a call makes the change again", shared.visit(async (page) => {
    await open(page, shared.server, "Counter", "Counter.Page");
    await page.click(action("incrementButtonPressed"));
    await page.until("the call", async () => (await rows(page))[0] === "POST /actions incrementButtonPressed r2 200");
    await page.evaluate(`() => void Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { window.copied = text } } })`);
    await page.click("[data-tab=code]");
    await page.click(".code-head button:last-child");
    await page.until("the command to be copied", async () => (await page.evaluate("() => window.copied ?? ''")) !== "");
    const { stdout } = await promisify(execFile)("bash", ["-c", await page.evaluate("() => window.copied")]);
    assert.deepEqual([JSON.parse(stdout).revision, JSON.parse(stdout).screen.viewModel.count], [3, 2]);
}));

test("a call that fails shows why, and that nothing moved", shared.visit(async (page) => {
    await open(page, shared.server, "Counter", "Counter.Page");
    await page.click(action("failButtonPressed"));
    await page.until("the call", async () => (await rows(page))[0] === "POST /actions failButtonPressed 500");
    assert.match(await page.text(".inspector-panel"), /Nothing moved/);
    await page.click("[data-tab=wire]");
    assert.match(await page.text(".inspector-panel"), /"flow-failed"/);
}));

test("a refused form shows the refusal, and that nothing moved", shared.visit(async (page) => {
    await open(page, shared.server, "Transfer", "Transfer.Form");
    await page.fill("[name=to]", "Grace");
    await page.fill("[name=amount]", "5000");
    await page.click(action("continueButtonPressed"));
    await page.until("the call", async () => (await rows(page))[0] === "POST /actions continueButtonPressed 422");
    const panel = await page.text(".inspector-panel");
    assert.match(panel, /Refused: rejected[^]*\/params\/amount Your balance is too low\.[^]*Nothing moved\. The session is still at revision 1\./);
    assert.doesNotMatch(panel, /first state/);
    assert.equal(await page.text(".scrubber output"), "Revision 1");
}));

test("rows show the whole name of an action", shared.visit(async (page) => {
    await openTutorial(page);
    const cut = await page.evaluate(`() => [...document.querySelectorAll(".entry-row .path")].filter((path) => path.scrollWidth > path.clientWidth || path.scrollHeight > path.clientHeight + 1).map((path) => path.innerText)`);
    assert.deepEqual(cut, []);
    assert.match(await page.text(".entry-row .path"), /nextToPage2ButtonPressed/);
}));

for (const [width, side, [more, less]] of [[1280, "width", ["\uE012", keys.right]], [390, "height", [keys.up, keys.down]]]) {
    test(`the ${side} of the inspector is changed with the keyboard and the pointer, and kept`, shared.visit(async (page) => {
        await open(page, shared.server, "Counter", "Counter.Page");
        if (width < 900) await page.click("#inspector-button");
        const size = () => page.evaluate(`(side) => document.querySelector("#inspector").getBoundingClientRect()[side]`, side);
        const first = await size();
        await page.evaluate("() => document.querySelector('.resizer').focus()");
        await page.press(more);
        const larger = await size();
        assert.ok(larger > first, `${larger} > ${first}`);
        await page.press(less);
        await page.press(less);
        assert.ok((await size()) < first);
        await page.evaluate(`(isWide) => {
            const handle = document.querySelector(".resizer");
            const send = (type, x, y) => handle.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: x, clientY: y }));
            handle.setPointerCapture = () => {};
            handle.hasPointerCapture = () => true;
            send("pointerdown", 0, 0);
            send("pointermove", isWide ? innerWidth / 2 : 0, isWide ? 0 : innerHeight / 2);
            send("lostpointercapture", 0, 0);
        }`, side === "width");
        const whole = side === "width" ? width : 860;
        assert.ok(Math.abs((await size()) - whole / 2) < 12, `${await size()}`);
        assert.equal(await page.evaluate("() => document.querySelector('.resizer').getAttribute('aria-valuenow')"), "50");
        await page.reload();
        await page.wait(screen("Counter.Page"));
        if (width < 900) await page.click("#inspector-button");
        await page.until("the same size", async () => Math.abs((await size()) - whole / 2) < 12);
    }, { width, height: 860 }));
}

test("a session that ends elsewhere is a push", shared.visit(async (page) => {
    await open(page, shared.server, "Counter", "Counter.Page");
    const { id, token } = await stored(page);
    await fetch(`${shared.server.origin}/v1/sessions/${id}`, { method: "DELETE", headers: { Authorization: `Bearer ${token}` } });
    await page.wait("[data-outcome=ended]");
    await page.until("the push", async () => (await rows(page))[0] === "Push ended r2");
    assert.match(await page.text(".moves"), /over/);
}));

test("a command that is copied with its token works in a terminal", shared.visit(async (page) => {
    await openTutorial(page);
    await page.evaluate(`() => void Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { window.copied = text } } })`);
    await page.click("[data-tab=code]");
    const shown = await page.text(".inspector-panel");
    assert.match(shown, /\$TOKEN[^]*await session\.send\("nextToPage2ButtonPressed"[^]*try await session\.send\("nextToPage2ButtonPressed", on: "s2"\)/);
    const { token } = await stored(page);
    assert.equal(shown.includes(token), false);
    await page.click(".code-head button:nth-of-type(2)");
    await page.until("the command", async () => (await page.evaluate("() => window.copied"))?.includes(token));
    const { stdout } = await promisify(execFile)("bash", ["-c", await page.evaluate("() => window.copied")]);
    // The command is a call of its own, and its screen is no longer in front.
    assert.equal(JSON.parse(stdout).code, "stale-screen");
    assert.equal((await state(page)).revision, 3);
}));

test("earlier revisions can be inspected while the session continues", shared.visit(async (page) => {
    await openTutorial(page);
    await page.evaluate("() => document.querySelector('.slider').focus()");
    await page.press("\uE012");
    await page.until("revision 2", async () => (await page.text(".scrubber output")) === "Revision 2");
    assert.deepEqual(await chips(page, 2), ["Main", "Page1 added"]);
    assert.equal(await page.text(".past h1"), "First page");
    assert.equal(await page.evaluate("() => document.querySelector('.past .screen').inert"), true);
    await press(page, "nextToPage3ButtonPressed", "Tutorial.Page3");
    assert.equal(await page.text(".scrubber output"), "Revision 2");
    await page.click(".scrubber button");
    await page.until("the newest revision", async () => (await page.text(".scrubber output")) === "Revision 4");
    assert.equal((await page.find(".past")).length, 0);
}));

test("the inspector keeps the last 50 revisions", shared.visit(async (page) => {
    await open(page, shared.server, "Counter", "Counter.Page");
    const { id, token } = await stored(page);
    for (let index = 0; index < 55; index++) {
        await fetch(`${shared.server.origin}/v1/sessions/${id}/actions`, { method: "POST", headers: { Authorization: `Bearer ${token}` }, body: '{"action": "incrementButtonPressed"}' });
        await page.until(`push ${index}`, async () => (await page.text(".scrubber output")) === `Revision ${index + 2}`);
    }
    assert.equal(await page.evaluate("() => document.querySelector('.slider').max"), "49");
    assert.equal((await rows(page)).length, 50);
}));

test("the tabs of the inspector follow the arrow keys", shared.visit(async (page) => {
    await openTutorial(page);
    await page.click("[data-tab=moves]");
    for (const name of ["wire", "code", "moves"]) {
        await page.press(keys.right);
        assert.equal(await page.evaluate("() => document.activeElement.dataset.tab"), name);
        assert.equal(await page.evaluate("() => document.querySelector('[role=tab][aria-selected=true]').dataset.tab"), name);
    }
}));

test("the inspector fits a phone, and shows no secret", shared.visit(async (page) => {
    await page.go(`${shared.server.client}?flow=Ferry`);
    await page.wait(action("searchButtonPressed"));
    await page.click("#inspector-button");
    await page.wait(".entry-row");
    assert.equal(await page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), true);
    for (const tab of ["moves", "wire", "code"]) {
        await page.click(`[data-tab=${tab}]`);
        const { token } = await stored(page);
        assert.equal(await page.evaluate("(token) => document.body.innerText.includes(token)", token), false);
        assert.equal(await page.evaluate("() => document.querySelector('#inspector').scrollWidth <= innerWidth"), true, tab);
    }
}, { width: 320, height: 700 }));

for (const dark of [false, true]) {
    test(`in ${dark ? "dark" : "light"} mode, the inspector has readable contrast and accessible names`, shared.visit(async (page) => {
        await openTutorial(page);
        for (const tab of ["moves", "wire", "code"]) {
            await page.click(`[data-tab=${tab}]`);
            await assertReadable(page, tab);
            await assertAccessible(page, tab);
        }
    }, { dark }));
}
