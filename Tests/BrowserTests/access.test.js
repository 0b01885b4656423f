import assert from "node:assert/strict";
import { test } from "node:test";
import { keys } from "./support/browser.js";
import { assertReadable } from "./support/readable.js";
import { open, press, screen, stage, state } from "./support/stage.js";

const shared = stage();

/** The sum of the layout-shift scores (https://web.dev/articles/cls) since the page was opened. */
const shifted = `() => new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => setTimeout(() => resolve(sum)));
})`;

for (const dark of [false, true]) {
    const look = dark ? "dark" : "light";

    test(`in ${look} mode, the client has readable contrast and accessible names`, shared.visit(async (page) => {
        await open(page, shared.server, "Imperio", "Imperio.Main");
        const check = (place) => assertReadable(page, place);
        await check("main");
        await press(page, "editProfileButtonPressed", "EditProfile.Form");
        await page.fill("[name=email]", "nowhere");
        await page.click("form button");
        await page.wait("[data-field=email] .error");
        await check("a refused form");
        await page.back();
        await page.wait(screen("EditProfile.Unsaved"));
        await check("an alert");
        await page.go(`${shared.server.client}?flow=Planets`);
        await press(page, "discoverButtonPressed", "Planets.List");
        await check("planets");
        await page.click("#menu-button");
        await check("the menu");
    }, { dark }));

    test(`in ${look} mode, the console has readable contrast and accessible names`, shared.visit(async (page) => {
        await open(page, shared.server, "Imperio", "Imperio.Main");
        await press(page, "tutorialStartButtonPressed", "Tutorial.Page1");
        const { session } = await state(page);
        await page.go(`${shared.server.origin}/admin`);
        await page.fill("#token", shared.server.token);
        await page.click("form button");
        await page.wait(".attention");
        await assertReadable(page, "the overview");
        for (const [hash, sign] of [["#/flows", "table.flows"], ["#/sessions", "table.sessions"], [`#/sessions/${session}`, ".timeline"], ["#/map", ".map-node"], ["#/jobs", ".work-list"]]) {
            await page.evaluate("(hash) => void (location.hash = hash)", hash);
            await page.wait(sign);
            await assertReadable(page, hash);
        }
    }, { dark }));
}

test("the layout does not shift while a page loads, on a phone and on a desktop", shared.visit(async (page) => {
    for (const [width, height] of [[390, 844], [1280, 860]]) {
        await page.devtools("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
        await page.go(`${shared.server.client}?flow=Imperio`);
        await page.wait(screen("Imperio.Main"));
        const distance = await page.evaluate(shifted);
        assert.ok(distance < 0.001, `${distance} at ${width}`);
        assert.equal(await page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), true);
    }
}));

test("the client can be used with the keyboard alone, and new screens get the focus", shared.visit(async (page) => {
    await open(page, shared.server, "Automatic", "Automatic.Initial");
    await page.evaluate(`() => document.querySelector('[data-action="startButtonPressed"]').focus()`);
    await page.press(keys.enter);
    await page.wait(screen("Automatic.First"));
    assert.equal(await page.evaluate("() => document.activeElement.tagName"), "H1");
    await page.press(keys.tab);
    assert.equal(await page.evaluate("() => document.activeElement.dataset.action"), "nextButtonPressed");
}));

test("a handoff continues in another browser, and the first one is superseded", shared.visit(async (first) => {
    await open(first, shared.server, "Counter", "Counter.Page");
    await first.click("#menu-button");
    await first.click("dialog .link");
    await first.until("the code", async () => (await first.text("output.code")).length > 8);
    const code = await first.text("output.code");
    await first.evaluate(`() => void Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { window.copied = text } } })`);
    await first.click("output.code + span button");
    assert.equal(await first.evaluate("() => window.copied"), code);
    await shared.visit(async (second) => {
        await second.go(shared.server.client);
        await second.wait(screen("Home.Menu"));
        await second.click("#menu-button");
        await second.type("#menu-code", `${code}\n`);
        await second.wait(screen("Counter.Page"));
    })();
    await first.until("the message about the other device", async () => /another device/.test(await first.text("#app h1")));
    assert.equal((await first.find("dialog.menu[open]")).length, 0);
}));
