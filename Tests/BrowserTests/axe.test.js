import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./support/axe.js";
import { keys } from "./support/browser.js";
import { open, press, screen, signIn, stage, state } from "./support/stage.js";

const shared = stage();

/** Every page of the server: its address, and an element that shows that it is complete. */
const pages = {
    "the landing page": ["/", "iframe[data-ready]"],
    "a form with a heading, a date and searchable lists": ["/app#/ferry/kiel-oslo", screen("Ferry.Search")],
    "the gallery": ["/gallery", ".frame .screen"],
    "a screen of the gallery on a pad": ["/gallery?screen=Ferry.Search&device=pad", ".frame .screen"],
    "the docs": ["/docs", "main h1"],
    "the API reference": ["/docs/api", "#postSessionsBySessionActions"],
    "an open call": ["/docs/api#postSessionsBySessionActions", "#postSessionsBySessionActions[open] .code"],
    "the API reference for operators": ["/docs/api/operators#type-Problem", "#getAdminSummary"],
    "a problem page": ["/problems/stale-screen", "main h2"],
    "a page that does not exist": ["/v1/nothing", "h1"],
};

for (const dark of [false, true]) {
    const look = dark ? "dark" : "light";

    for (const [name, [address, sign]] of Object.entries(pages)) {
        test(`in ${look} mode, axe-core finds no violation on ${name}`, shared.visit(async (page) => {
            await page.go(shared.server.origin + address);
            await page.wait(sign);
            await assertAccessible(page, name);
        }, { dark }));
    }

    test(`in ${look} mode, axe-core finds no violation in a call that was tried`, shared.visit(async (page) => {
        await page.go(`${shared.server.origin}/docs/api`);
        await page.click("#credentials button");
        await page.until("the session", async () => /revision 1/.test(await page.text("#credentials")));
        await page.click("#getSessionsBySession > summary");
        await page.click("#getSessionsBySession .try summary");
        await page.click("#getSessionsBySession [data-try]");
        await page.wait("#getSessionsBySession .status[data-good=true]");
        await assertAccessible(page, "a call that was tried");
        await page.go(`${shared.server.origin}/docs/api/operators#getAdminSummary`);
        await page.click("#getAdminSummary .try summary");
        await assertAccessible(page, "a call without a token");
    }, { dark }));

    test(`in ${look} mode, axe-core finds no violation in a refused form, a modal, an alert, a list and the menu`, shared.visit(async (page) => {
        await open(page, shared.server, "BookFerry", "Ferry.Search");
        await page.click('.layer [data-action="searchButtonPressed"]:is(button)');
        await page.wait(".summary");
        await assertAccessible(page, "a refused form");
        await page.click("[name=from]");
        await page.wait("[role=option]");
        await assertAccessible(page, "an open list of options");
        await open(page, shared.server, "Imperio", "Imperio.Main");
        await press(page, "editProfileButtonPressed", "EditProfile.Form");
        await assertAccessible(page, "a modal");
        await page.fill("[name=name]", "Grace");
        await page.back();
        await page.wait(screen("EditProfile.Unsaved"));
        await assertAccessible(page, "an alert");
        await open(page, shared.server, "Planets", "Planets.Start");
        await press(page, "discoverButtonPressed", "Planets.List");
        await assertAccessible(page, "a list");
        await page.click("#menu-button");
        await page.wait("dialog[open]");
        await assertAccessible(page, "the menu");
    }, { dark }));

    test(`in ${look} mode, axe-core finds no violation in the console`, shared.visit(async (page) => {
        await open(page, shared.server, "Imperio", "Imperio.Main");
        await press(page, "tutorialStartButtonPressed", "Tutorial.Page1");
        const { session } = await state(page);
        await page.go(`${shared.server.origin}/admin`);
        await page.wait("#token");
        await assertAccessible(page, "the sign-in form");
        await signIn(page, shared.server);
        await assertAccessible(page, "the overview");
        await page.click("#find");
        await page.wait(".palette [role=option]");
        await assertAccessible(page, "the palette");
        await page.press(keys.escape);
        for (const [hash, sign] of [["#/flows", "table.flows"], ["#/sessions", "table.sessions"], [`#/sessions/${session}`, ".timeline"], ["#/map", ".map-node"], ["#/jobs", ".work-list"]]) {
            await page.evaluate("(hash) => void (location.hash = hash)", hash);
            await page.wait(sign);
            await assertAccessible(page, hash);
        }
    }, { dark }));
}

test("axe-core finds a violation where there is one", shared.visit(async (page) => {
    await page.go(`${shared.server.origin}/gallery`);
    await page.wait(".frame .screen");
    await page.evaluate("() => document.querySelector('#search').removeAttribute('aria-label')");
    await page.evaluate("() => document.querySelector('#search').removeAttribute('placeholder')");
    await assert.rejects(assertAccessible(page, "a field without a name"), /label/);
}));
