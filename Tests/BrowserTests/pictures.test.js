// The README's screenshots. FAIRWAY_RECORD_PICTURES=1 Tests/BrowserTests/run records them.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { test } from "node:test";
import { open, press, signIn, stage } from "./support/stage.js";

const shared = stage();

/** Takes a screenshot, and saves it in the README's folder if requested. */
async function picture(page, name) {
    const bytes = await page.screenshot();
    assert.equal(bytes.subarray(1, 4).toString(), "PNG");
    if (process.env.FAIRWAY_RECORD_PICTURES) {
        await writeFile(new URL(`../../docs/images/${name}.png`, import.meta.url), bytes);
    }
}

test("screenshot of the web client", shared.visit(async (page) => {
    await open(page, shared.server, "Imperio", "Imperio.Main");
    await press(page, "tutorialStartButtonPressed", "Tutorial.Page1");
    await press(page, "nextToPage2ButtonPressed", "Tutorial.Page2");
    await picture(page, "web");
}, { width: 1100, height: 620 }));

test("screenshot of the operator's map", shared.visit(async (page) => {
    await open(page, shared.server, "Imperio", "Imperio.Main");
    await press(page, "tutorialStartButtonPressed", "Tutorial.Page1");
    await press(page, "nextToPage2ButtonPressed", "Tutorial.Page2");
    await press(page, "nextToPage3ButtonPressed", "Tutorial.Page3");
    await press(page, "completeButtonPressed", "Imperio.Main");
    await signIn(page, shared.server);
    await page.click("#sections a[href='#/map']");
    await page.click('.map-node[data-name="Tutorial.Page1"]');
    await page.wait(".details");
    await picture(page, "map");
}, { width: 1500, height: 620 }));
