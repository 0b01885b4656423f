import assert from "node:assert/strict";
import { test } from "node:test";
import { keys } from "./support/browser.js";
import { open, press, screen, stage, state } from "./support/stage.js";

const shared = stage();

/** The parts of a page that can be used but have no name for those who do not see it. */
async function nameless(page) {
    const { nodes } = await page.devtools("Accessibility.getFullAXTree");
    const roles = new Set(["button", "link", "textbox", "searchbox", "combobox", "checkbox", "tab", "dialog", "alertdialog", "img"]);
    return nodes.filter(({ ignored, role, name }) => !ignored && roles.has(role?.value) && !name?.value).map(({ role }) => role.value);
}

/** Texts on the page that differ too little from what is behind them (WCAG 2.2, 1.4.3). */
const faint = `() => {
    const parse = (colour) => {
        const numbers = colour.match(/[\\d.]+/g).map(Number);
        return colour.startsWith("color(srgb") ? [...numbers.slice(0, 3).map((part) => part * 255), numbers[3] ?? 1] : [...numbers.slice(0, 3), numbers[3] ?? 1];
    };
    const over = (top, below) => top.slice(0, 3).map((part, index) => part * top[3] + below[index] * (1 - top[3]));
    const behind = (element) => {
        if (!element) return [255, 255, 255];
        const colour = parse(getComputedStyle(element).backgroundColor);
        return colour[3] === 1 ? colour : over(colour, behind(element.parentElement));
    };
    const light = (colour) => {
        const [r, g, b] = colour.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const found = [];
    for (const element of document.querySelectorAll("body :not(svg *, svg, script, noscript, option)")) {
        const text = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join("");
        if (!text || element.closest("[inert], [aria-hidden=true]") || !element.checkVisibility()) continue;
        const back = behind(element);
        const style = getComputedStyle(element);
        const pair = [light(over(parse(style.color), back)), light(back)].sort((a, b) => b - a);
        const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
        const isLarge = parseFloat(style.fontSize) >= 24;
        if (ratio < (isLarge ? 3 : 4.5)) found.push(text.slice(0, 30) + " " + ratio.toFixed(2));
    }
    return found;
}`;

/** How far things have jumped since the page was opened (1 would be a whole page). */
const shifted = `() => new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => setTimeout(() => resolve(sum)));
})`;

for (const dark of [false, true]) {
    const look = dark ? "dark" : "light";

    test(`in the ${look}, the client is readable and everything in it has a name`, shared.visit(async (page) => {
        await open(page, shared.server, "Imperio", "Imperio.Main");
        const check = async (place) => {
            assert.deepEqual(await nameless(page), [], place);
            assert.deepEqual(await page.evaluate(faint), [], place);
        };
        await check("main");
        await press(page, "editProfileButtonPressed", "EditProfile.Form");
        await page.fill("[name=email]", "nowhere");
        await page.click("form button");
        await page.wait("[data-field=email] .error");
        await check("a refused form");
        await page.back();
        await page.wait(screen("EditProfile.Unsaved"));
        await check("an alert");
        await page.go(`${shared.server.origin}/?flow=Planets`);
        await press(page, "discoverButtonPressed", "Planets.List");
        await check("planets");
        await page.click("#menu-button");
        await check("the menu");
    }, { dark }));

    test(`in the ${look}, the console is readable and everything in it has a name`, shared.visit(async (page) => {
        await open(page, shared.server, "Imperio", "Imperio.Main");
        await press(page, "tutorialStartButtonPressed", "Tutorial.Page1");
        const { session } = await state(page);
        await page.go(`${shared.server.origin}/admin`);
        await page.fill("#token", shared.server.token);
        await page.click("form button");
        await page.wait("table.flows");
        for (const [hash, sign] of [["#/flows", "table.flows"], [`#/sessions/${session}`, ".timeline"], ["#/map", ".map-node"], ["#/jobs", "table"]]) {
            await page.evaluate("(hash) => void (location.hash = hash)", hash);
            await page.wait(sign);
            assert.deepEqual(await nameless(page), [], hash);
            assert.deepEqual(await page.evaluate(faint), [], hash);
        }
    }, { dark }));
}

test("nothing jumps while a page comes up, on a phone and on a desk", shared.visit(async (page) => {
    for (const [width, height] of [[390, 844], [1280, 860]]) {
        await page.devtools("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
        await page.go(`${shared.server.origin}/?flow=Imperio`);
        await page.wait(screen("Imperio.Main"));
        const distance = await page.evaluate(shifted);
        assert.ok(distance < 0.001, `${distance} at ${width}`);
        assert.equal(await page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), true);
    }
}));

test("a walk by keyboard alone: what comes to the front has the focus", shared.visit(async (page) => {
    await open(page, shared.server, "Automatic", "Automatic.Initial");
    await page.evaluate(`() => document.querySelector('[data-action="startButtonPressed"]').focus()`);
    await page.press(keys.enter);
    await page.wait(screen("Automatic.First"));
    assert.equal(await page.evaluate("() => document.activeElement.tagName"), "H1");
    await page.press(keys.tab);
    assert.equal(await page.evaluate("() => document.activeElement.dataset.action"), "nextButtonPressed");
}));

test("a session goes on in another browser, and the first one is told", shared.visit(async (first) => {
    await open(first, shared.server, "Counter", "Counter.Page");
    await first.click("#menu-button");
    await first.click("dialog .link:not(header .link)");
    await first.until("the code", async () => (await first.text("output.code")).length > 8);
    const [code] = (await first.text("output.code")).split(/\s/);
    await shared.visit(async (second) => {
        await second.go(shared.server.origin);
        await second.wait(screen("Home.Menu"));
        await second.click("#menu-button");
        await second.type("#menu-code", `${code}\n`);
        await second.wait(screen("Counter.Page"));
    })();
    await first.until("the news", async () => /another device/.test(await first.text("#stage h1")));
}));
