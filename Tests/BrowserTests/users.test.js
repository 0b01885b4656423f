import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./support/axe.js";
import { keys } from "./support/browser.js";
import { assertReadable } from "./support/readable.js";
import { action, chooseCabin, createAccount, open, press, reachDeck, screen, stage, stored } from "./support/stage.js";

const shared = stage(["--demo-users"]);

const userButton = "#user-button";
const sessions = "dialog .choice";

/** Signs in with the button in the bar, and waits until the browser's session is the user's. */
async function signIn(page, name) {
    await page.click(userButton);
    await page.fill("#demo-name", name);
    await page.click("form button");
    await signedIn(page);
}

/** Waits until the client is back from the sign-in, and the browser's session is the user's. Only then it is in the user's list. */
async function signedIn(page, label = "My sessions") {
    await page.until("the client to be back", async () => (await page.text(userButton)) === label);
    await page.until("the session to be the user's", async () => (await stored(page)).token === undefined);
}

/** Increments the counter, and waits for the next count. */
async function count(page, next) {
    await page.click(action("incrementButtonPressed"));
    await counted(page, next);
}

const counted = (page, number) =>
    page.until(`the count ${number}`, async () => new RegExp(`\\b${number}\\b`).test(await page.text(`${screen("Counter.Page")} .body`)));

test("a sign-in makes the session of the browser the user's", shared.visit(async (page) => {
    await open(page, shared.server, "Counter", "Counter.Page");
    await count(page, 1);
    const anonymous = await stored(page);
    assert.ok(anonymous.token);
    await signIn(page, "Ada");
    await counted(page, 1);
    assert.deepEqual(await stored(page), { id: anonymous.id });
    await count(page, 2);
    const headers = { Authorization: `Bearer ${anonymous.token}` };
    const reply = await fetch(`${shared.server.origin}/v1/sessions/${anonymous.id}`, { headers });
    assert.equal((await reply.json()).code, "superseded");
    await page.reload();
    await counted(page, 2);
}));

test("a session that belongs to one tab does not become the user's", shared.visit(async (page) => {
    await open(page, shared.server, "Counter", "Counter.Page");
    await signIn(page, "Ada");
    const headers = { "Content-Type": "application/json" };
    const { session, token } = await (await fetch(`${shared.server.origin}/v1/sessions`, { method: "POST", body: '{"flow":"Counter"}', headers })).json();
    await page.evaluate("(tab) => sessionStorage.setItem('fairway.tab', tab)", JSON.stringify({ id: session, token }));
    await page.go(shared.server.client);
    await page.wait(screen("Counter.Page"));
    await count(page, 1);
    assert.deepEqual(await page.evaluate("() => JSON.parse(sessionStorage.getItem('fairway.tab'))"), { id: session, token });
}));

test("a session is resumed in a second tab, and both tabs show its changes", shared.visit(async (page) => {
    await open(page, shared.server, "Counter", "Counter.Page");
    await signIn(page, "Grace");
    await count(page, 1);
    const first = await page.tab();
    const second = await page.newTab();
    await page.switchTo(second);
    await open(page, shared.server, "Tutorial", "Tutorial.Page1");
    await page.click(userButton);
    await page.wait(sessions);
    const rows = await page.evaluate(`(selector) => [...document.querySelectorAll(selector)].map((row) => row.innerText)`, sessions);
    assert.equal(rows.length, 2);
    assert.match(rows[0], /^First page[^]*Tutorial[^]*open here/);
    assert.match(rows[1], /^Counter/);
    await page.click(`li:nth-child(2) > .choice`);
    await counted(page, 1);
    assert.equal((await page.find("dialog[open]")).length, 0);
    await count(page, 2);
    await page.switchTo(first);
    await counted(page, 2);
}));

test("another user sees none of the sessions, and a sign-out leaves the user's session", shared.visit(async (page) => {
    await open(page, shared.server, "Counter", "Counter.Page");
    await signIn(page, "Edsger");
    const { id } = await stored(page);
    await page.click(userButton);
    await page.wait(sessions);
    await page.click("dialog .ending button");
    await page.wait(screen("Home.Menu"));
    assert.equal(await page.text(userButton), "Sign in");
    assert.notEqual((await stored(page)).id, id);
    await signIn(page, "Barbara");
    await page.click(userButton);
    await page.wait(sessions);
    assert.equal((await page.find(sessions)).length, 1);
    await page.evaluate(`(id) => localStorage.setItem("fairway.session", JSON.stringify({ id }))`, id);
    await page.reload();
    await page.wait(screen("Home.Menu"));
    assert.notEqual((await stored(page)).id, id);
}));

test("a flow that needs a user asks for the sign-in, and starts afterwards", shared.visit(async (page) => {
    await page.go(`${shared.server.client}?flow=Bookings`);
    await page.wait("#app .over");
    assert.equal(await page.text("#app h1"), "Sign in to continue");
    assert.equal(await page.evaluate("() => document.activeElement.tagName"), "H1");
    await assertAccessible(page, "the page that asks for the sign-in");
    await page.click("#app .primary");
    await page.fill("#demo-name", "Ada");
    await page.press(keys.enter);
    await page.wait(screen("Bookings.List"));
    await page.click(action("closeButtonPressed"));
    await page.wait("#app .over[data-outcome=dismissed]");
}));

test("a link that needs a user offers the sign-in", shared.visit(async (page) => {
    await open(page, shared.server, "Home", "Home.Menu");
    await page.evaluate(`() => void (location.hash = "#/bookings")`);
    await page.wait("#toasts .link");
    assert.equal(await page.text("#toasts .link"), "Sign in");
    await page.wait(screen("Home.Menu"));
}));

test("the sessions can be listed and left with the keyboard alone", shared.visit(async (page) => {
    await open(page, shared.server, "Counter", "Counter.Page");
    await page.tabTo(userButton);
    await page.press(keys.enter);
    await page.wait("#demo-name");
    await page.write("Ada");
    await page.press(keys.enter);
    await signedIn(page);
    await page.tabTo(userButton);
    await page.press(keys.enter);
    await page.wait(sessions);
    await page.tabTo(".choice");
    await page.press(keys.escape);
    await page.until("the dialog to be closed", async () => (await page.find("dialog[open]")).length === 0);
    assert.equal(await page.evaluate("() => document.activeElement.id"), "user-button");
}));

/** Presses *Finish later*, and returns the link that the screen shows. */
async function finishLater(page) {
    await press(page, "finishLaterButtonPressed", "Ferry.FinishLater");
    const [path] = /\/r\/[\w-]{16}/.exec(await page.text(screen("Ferry.FinishLater")));
    return shared.server.origin + path;
}

/** Sets the language of the browser. */
async function prefer(page, acceptLanguage) {
    const userAgent = await page.evaluate("() => navigator.userAgent");
    await page.devtools("Emulation.setUserAgentOverride", { userAgent, acceptLanguage });
}

/** Opens a link in a browser of its own, as on another device. */
async function onAnotherDevice(link, work, acceptLanguage = "en") {
    const device = await shared.browser.open();
    try {
        await prefer(device, acceptLanguage);
        await device.go(link);
        await device.wait("#continue:enabled");
        await work(device);
    } finally {
        await device.close();
    }
}

test("a return link leads to the booking in another browser when its button is pressed", shared.visit(async (page) => {
    await reachDeck(page, shared.server, "2090-06-01");
    await chooseCabin(page, 1, "Login.Welcome");
    await createAccount(page);
    const link = await finishLater(page);
    const { id } = await stored(page);
    await onAnotherDevice(link, async (device) => {
        await assertAccessible(device, "the page of a return link");
        assert.equal(await stored(device), null);
        await device.click("#continue");
        await device.wait(screen("Ferry.Review"));
        assert.equal(await device.text(`${screen("Ferry.Review")} h1`), "Ihre Buchung");
        assert.equal((await stored(device)).id, id);
    }, "de");
    await page.until("the first browser to stop", async () => /continues on another device/.test(await page.text("#app h1")));
    await onAnotherDevice(link, async (device) => {
        await device.click("#continue");
        await device.until("the refusal", async () => /was used/.test(await device.text("#notice")));
    });
}));

test("the return link of a user opens with a sign-in of that user only", shared.visit(async (page) => {
    await open(page, shared.server, "Counter", "Counter.Page");
    await signIn(page, "Mary");
    await reachDeck(page, shared.server, "2090-06-02");
    await chooseCabin(page, 1, "Ferry.Review");
    const link = await finishLater(page);
    const { id } = await stored(page);
    await onAnotherDevice(link, async (device) => {
        await device.click("#continue");
        await device.until("the refusal", async () => /belongs to another user/.test(await device.text("#notice")));
        await open(device, shared.server, "Counter", "Counter.Page");
        await signIn(device, "Mary");
        await device.go(link);
        await device.click("#continue:enabled");
        await device.wait(screen("Ferry.Review"));
        assert.deepEqual(await stored(device), { id });
    });
    // The first browser keeps the session, which belongs to the user and not to a device.
    await page.wait(screen("Ferry.Review"));
}));

test("the words are German in a German browser", shared.visit(async (page) => {
    await prefer(page, "de");
    await open(page, shared.server, "Counter", "Counter.Page");
    assert.equal(await page.text(userButton), "Anmelden");
    await page.click(userButton);
    await page.wait("#demo-name");
    assert.equal(await page.text("h1"), "Als Demo-Benutzer anmelden");
    await page.fill("#demo-name", "Ada\n");
    await signedIn(page, "Meine Sitzungen");
    await page.click(userButton);
    await page.wait(sessions);
    assert.match(await page.text("dialog"), /Meine Sitzungen[^]*hier geöffnet[^]*Angemeldet als Ada[^]*Abmelden/);
}));

test("the page of the demo users shows a token, and refuses a name that is too long", shared.visit(async (page) => {
    await page.go(`${shared.server.origin}/demo`);
    await page.fill("#demo-name", "A".repeat(101));
    await page.click("form button");
    await page.until("the error", async () => /at most 100/.test(await page.text("#demo-error")));
    await assertAccessible(page, "the page of the demo users, with an error");
    await page.fill("#demo-name", "Ada");
    await page.click("form button");
    const token = await page.text("#token");
    const headers = { Authorization: `Bearer ${token}` };
    const reply = await fetch(`${shared.server.origin}/v1/sessions`, { method: "POST", headers, body: JSON.stringify({ flow: "Bookings" }) });
    assert.equal(reply.status, 201);
    await assertAccessible(page, "the page of the demo users, with a token");
}));

for (const dark of [false, true]) {
    const look = dark ? "dark" : "light";

    for (const [device, size] of [["phone", { width: 390, height: 844 }], ["desktop", {}]]) {
        test(`in ${look} mode on a ${device}, the sign-in and the list of sessions are readable`, shared.visit(async (page) => {
            await open(page, shared.server, "Counter", "Counter.Page");
            await page.click(userButton);
            await page.wait("#demo-name");
            await assertReadable(page, "the page of the demo users");
            await page.fill("#demo-name", `Ada on a ${device}, ${look}\n`);
            await signedIn(page);
            await page.click(userButton);
            await page.wait(sessions);
            await assertReadable(page, "the list of sessions");
            await assertAccessible(page, "the list of sessions");
            assert.equal(await page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), true);
        }, { dark, ...size }));
    }
}
