import assert from "node:assert/strict";
import { test } from "node:test";
import { action, open, press, screen, stage, state } from "./support/stage.js";

const shared = stage();

test("the form keeps its text when the server is killed, and the client reconnects", shared.visit(async (page) => {
    await open(page, shared.server, "Imperio", "Imperio.Main");
    await press(page, "editProfileButtonPressed", "EditProfile.Form");
    await page.fill("[name=name]", "Grace");
    await shared.server.kill();
    await page.wait("#connection");
    await page.type("[name=name]", " Hopper");
    assert.equal(await page.value("[name=name]"), "Grace Hopper");
    await shared.server.run();
    await page.until("the client to be back", () => page.evaluate("() => document.getElementById('connection').hidden"));
    assert.equal(await page.value("[name=name]"), "Grace Hopper");
    await page.until("the draft to be kept", async () => (await state(page)).screen.draft?.name === "Grace Hopper");
    await press(page, "saveButtonPressed", "Imperio.Main");
    assert.match(await page.text(screen("Imperio.Main")), /Grace Hopper/);
}));

test("an action sent while the server is down is executed once after its restart", shared.visit(async (page) => {
    await open(page, shared.server, "Counter", "Counter.Page");
    const count = (expected) => page.until(`the count ${expected}`, async () => (await page.text('dd[data-name="count"]')) === expected);
    await page.click(action("incrementButtonPressed"));
    await count("1");
    await shared.server.kill();
    await page.click(action("incrementButtonPressed"));
    await page.wait("#connection");
    await shared.server.run();
    await count("2");
    assert.equal((await state(page)).revision, 3);
}));
