import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./support/axe.js";
import { keys } from "./support/browser.js";
import { assertReadable } from "./support/readable.js";
import { stage } from "./support/stage.js";

const shared = stage();
const screen = (name) => `[data-screen="${name}"]`;

async function openGallery(page, query = "") {
    await page.go(`${shared.server.origin}/gallery${query}`);
    await page.wait(".card-panel > *");
}

/** Frames that are not shown as a whole. */
const cropped = `() => [...document.querySelectorAll(".frame")].filter((frame) => {
    const [inner, outer] = [frame.querySelector(".screen").getBoundingClientRect(), frame.getBoundingClientRect()];
    const column = frame.closest(".card-panel").getBoundingClientRect();
    return inner.bottom > outer.bottom + 1 || inner.right > outer.right + 1 || outer.right > column.right + 1;
}).map((frame) => frame.getAttribute("aria-label"))`;

for (const width of [1440, 390, 320]) {
    test(`the gallery shows whole screens on a window of ${width} pixels`, shared.visit(async (page) => {
        for (const device of ["phone", "pad"]) {
            await openGallery(page, `?device=${device}`);
            assert.deepEqual(await page.evaluate(cropped), [], device);
            assert.equal(await page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), true);
        }
    }, { width, height: 900 }));
}

test("a screen of the gallery opens in full size, with a link of its own", shared.visit(async (page) => {
    await openGallery(page, "?device=pad&language=de&search=Payment");
    await page.click(`${screen("Ferry.Payment")} h2 a`);
    await page.until("the screen alone", async () => new URL(await page.url()).searchParams.get("screen") === "Ferry.Payment");
    const address = await page.url();
    assert.match(address, /device=pad&language=de/);
    await page.wait(`[data-full] ${screen("Ferry.Payment")} .frame`);
    assert.equal((await page.find(".entry")).length, 1);
    assert.equal((await page.find(".frame")).length, 2);
    assert.deepEqual(await page.evaluate(cropped), []);
    assert.match(await page.evaluate("() => document.title"), /^Ferry\.Payment · /);
    await page.click(".way a");
    await page.until("the list", async () => (await page.find(".entry")).length > 10);
    await page.go(`${shared.server.origin}/gallery?screen=Nowhere`);
    await page.until("the reason", async () => /no screen “Nowhere”/.test(await page.text(".notice")));
}));

test("tabs show the view model, the actions and the code of a screen", shared.visit(async (page) => {
    await openGallery(page, "?screen=Ferry.Search");
    const panel = ".card-panel";
    const expected = {
        model: /Example 1[^]*"ports"[^]*JSON Schema/,
        actions: /searchButtonPressed[^]*“Search”[^]*date Day of departure[^]*"action": "searchButtonPressed"[^]*"from": "kiel"/,
        typescript: /class FerrySearchScreen[^]*ports: Port\[\]/,
        swift: /struct FerrySearchScreen: TypedScreen \{[^]*case searchButtonPressed\(from: String, to: String, date: String\)/,
    };
    await page.evaluate("() => document.querySelector('[role=tab][data-tab=screen]').focus()");
    for (const [tab, text] of Object.entries(expected)) {
        await page.press(keys.right);
        await page.until(tab, async () => text.test(await page.text(panel)));
        assert.equal(await page.evaluate("() => document.activeElement.dataset.tab"), tab);
        assert.equal(new URL(await page.url()).searchParams.get("tab"), tab);
        await assertReadable(page, tab);
        await assertAccessible(page, tab);
    }
    // The address leads to the tab.
    await page.reload();
    await page.until("the tab", async () => expected.swift.test(await page.text(panel)));
    await page.press(keys.tab);
    await page.click("[data-tab=screen]");
    await page.wait(".frame");
    assert.equal(new URL(await page.url()).searchParams.has("tab"), false);
}));

test("each card of the gallery has the tabs, and the other cards keep their places", shared.visit(async (page) => {
    await openGallery(page, "?search=Ferry");
    const places = () => page.evaluate(`() => [...document.querySelectorAll(".entry:not([hidden])")].map((one) => Math.round(one.getBoundingClientRect().top + scrollY))`);
    const before = await places();
    await page.click(`${screen("Ferry.Review")} [data-tab=swift]`);
    await page.until("the code", async () => /struct FerryReviewScreen/.test(await page.text(`${screen("Ferry.Review")} .card-panel`)));
    assert.deepEqual(await places(), before);
    const sets = await page.evaluate(`() => [...new Set([...document.querySelectorAll(".card-tabs")].map((tabs) => [...tabs.children].map((tab) => tab.textContent).join()))]`);
    assert.deepEqual(sets, ["Screen,View model,Actions,TypeScript,Swift"]);
}));

test("the screens of the gallery are shown in light and dark, on a phone and on a pad", shared.visit(async (page) => {
    await openGallery(page, "?search=Ferry.Review");
    const frame = `${screen("Ferry.Review")} .frame`;
    const look = () => page.evaluate(`(frame) => {
        const element = document.querySelector(frame);
        return [getComputedStyle(element).backgroundColor, element.offsetWidth];
    }`, frame);
    assert.deepEqual(await look(), ["rgb(255, 255, 255)", 390]);
    await page.click("[data-choice=look] [value=dark]");
    assert.deepEqual(await look(), ["rgb(18, 34, 49)", 390]);
    await page.click("[data-choice=device] [value=pad]");
    const [, width] = await look();
    assert.ok(width > 600, `${width}`);
    assert.match(await page.url(), /look=dark&device=pad/);
    assert.match(await page.evaluate(`() => document.querySelector("h2 a").href`), /look=dark&device=pad/);
    await page.reload();
    await page.wait(frame);
    assert.deepEqual(await look(), ["rgb(18, 34, 49)", width]);
}, { width: 1440, height: 900 }));

test("the dates, amounts and inputs of the gallery are in the language of its screens", shared.visit(async (page) => {
    await openGallery(page, "?language=de");
    assert.match(await page.text(`${screen("Ferry.Payment")} .frame`), /Fr\., 31\. Mai 2030, 23:20[^]*254,50 €/);
    assert.match(await page.text(`${screen("Ferry.Sailings")} .frame`), /Sa\., 1\. Juni 2030[^]*14:00/);
    assert.match(await page.text(`${screen("Automatic.First")} .frame`), /3\.123,232/);
    assert.equal(await page.evaluate(`() => document.querySelector('[data-screen="Ferry.Search"] [name=date]').placeholder`), "TT.MM.JJJJ");
    await openGallery(page, "?language=en");
    assert.match(await page.text(`${screen("Ferry.Payment")} .frame`), /€254\.50/);
    assert.match(await page.evaluate(`() => document.querySelector('[data-screen="Ferry.Search"] [name=date]').placeholder`), /^(dd\/mm|mm\/dd)\/yyyy$/);
}));

test("the pictures of the gallery have a name, and no roles of their parts", shared.visit(async (page) => {
    await openGallery(page, "?search=Ferry.Search");
    assert.equal(await page.evaluate(`() => document.querySelector('[data-screen="Ferry.Search"] .frame').getAttribute("aria-label")`), "Ferry.Search, example 1 of 2");
    assert.equal((await page.find(".frame [role=combobox]")).length, 0);
}));
