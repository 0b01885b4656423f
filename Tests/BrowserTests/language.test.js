import assert from "node:assert/strict";
import { test } from "node:test";
import { keys } from "./support/browser.js";
import { open, screen, stage, state } from "./support/stage.js";

const shared = stage();

/** Sets the languages of the browser, in order of preference. */
async function prefer(page, acceptLanguage) {
    const userAgent = await page.evaluate("() => navigator.userAgent");
    await page.devtools("Emulation.setUserAgentOverride", { userAgent, acceptLanguage });
}

test("the app speaks the first of the browser's languages that it knows", shared.visit(async (page) => {
    await prefer(page, "fr-FR,de-AT,en");
    await open(page, shared.server, "Transfer", "Transfer.Form");
    assert.equal(await page.evaluate("() => document.documentElement.lang"), "de");
    assert.equal(await page.text(`${screen("Transfer.Form")} h1`), "Geld senden");
    assert.equal((await state(page)).screen.title, "Geld senden");
    await page.click('.layer:not([inert]) button[type=submit]');
    assert.match(await page.text(`${screen("Transfer.Form")} .error`), /Füllen Sie das aus/);
}));

test("the page of a return link speaks German, whatever the server answers", shared.visit(async (page) => {
    await prefer(page, "de");
    const redeem = async () => {
        await page.click("#continue");
        await page.wait("#notice:not([hidden])");
        return page.text("#notice");
    };
    // In place of the server, because the browser would note the status as an error of the page.
    const answers = (problem) => page.evaluate(`(problem) => {
        window.fetch = async () => new Response(JSON.stringify(problem), { status: problem.status, headers: { "Content-Type": "application/problem+json" } });
    }`, problem);
    for (const [problem, sentence] of [
        [{ code: "no-such-handoff", status: 404, title: "That code was used." }, /^Dieser Link wurde schon benutzt/],
        [{ code: "incompatible-flow", status: 500, title: "This build cannot read the session." }, /^Das geht im Moment nicht/],
        [{ code: "rejected", status: 422, title: "Refused.", errors: [{ pointer: "", code: "closed", detail: "Der Schalter ist zu." }] }, /^Der Schalter ist zu\.$/],
    ]) {
        await page.go(`${shared.server.origin}/r/a-code`);
        await page.wait("#continue:enabled");
        await answers(problem);
        assert.match(await redeem(), sentence);
    }
}));

test("drawings of the samples are in the language of the app", shared.visit(async (page) => {
    await prefer(page, "de");
    await open(page, shared.server, "Ferry", "Ferry.Search");
    await page.evaluate(`async () => {
        const { id, token } = JSON.parse(localStorage.getItem("fairway.session"));
        const date = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
        const body = JSON.stringify({ action: "searchButtonPressed", params: { from: "kiel", to: "oslo", date } });
        const headers = { Authorization: "Bearer " + token, "Content-Type": "application/json" };
        await fetch("/v1/sessions/" + id + "/actions", { method: "POST", headers, body });
    }`);
    await page.wait(screen("Ferry.Sailings"));
    assert.match(await page.text(screen("Ferry.Sailings")), /am nächsten Tag[^]*pro Erwachsenem/);
}));

test("the language of the app is switched on the page, and the session continues", shared.visit(async (page) => {
    await open(page, shared.server, "Ferry", "Ferry.Search");
    const { session } = await state(page);
    assert.equal(await page.text(".layer:not([inert]) .flow"), "Book a ferry");
    await page.click("#language option[value=de]");
    await page.until("German", async () => (await page.text(`${screen("Ferry.Search")} h1`).catch(() => "")) === "Fähre finden");
    assert.equal((await state(page)).session, session);
    assert.equal((await state(page)).screen.title, "Fähre finden");
    assert.equal(await page.text(".layer:not([inert]) .flow"), "Fähre buchen");
    assert.equal(await page.text("#menu-button"), "Menü");
    // A later start speaks German, too.
    await open(page, shared.server, "Transfer", "Transfer.Form");
    assert.equal((await state(page)).screen.title, "Geld senden");
    await page.click("#language option[value=en]");
    await page.until("English", async () => (await page.text(`${screen("Transfer.Form")} h1`).catch(() => "")) === "Send money");
}));

// Its module is that of the page only without bundles.
const unbundled = stage(["--unbundled"]);

test("dates and numbers are in the language of the words", unbundled.visit(async (page) => {
    await prefer(page, "fr-FR,de-AT,en");
    await open(page, unbundled.server, "Transfer", "Transfer.Form");
    await page.fill("[name=amount]", "1234,5");
    await page.press(keys.tab);
    assert.equal(await page.value("[name=amount]"), "1234,50");
    assert.equal(await page.evaluate(`async () => (await import("/web/formats.js")).formattedMoment("2030-01-31")`), "31. Jänner 2030");
}));

test("without a known language, the app's own is used", shared.visit(async (page) => {
    await prefer(page, "fr-FR,it");
    await open(page, shared.server, "Transfer", "Transfer.Form");
    assert.equal(await page.evaluate("() => document.documentElement.lang"), "en");
    assert.equal((await state(page)).screen.title, "Send money");
}));

test("the gallery has a switch for the language of its screens", shared.visit(async (page) => {
    const heading = "[data-screen='Transfer.Form'] .screen h1";
    await page.go(`${shared.server.origin}/gallery?search=Transfer`);
    await page.wait(heading);
    assert.equal(await page.text(heading), "Send money");
    await page.click("#language option[value=de]");
    await page.until("the screens are in German", async () => (await page.text(heading).catch(() => "")) === "Geld senden");
    assert.equal(new URL(await page.url()).searchParams.get("language"), "de");
    assert.equal(await page.value("#search"), "Transfer");
}));
