import assert from "node:assert/strict";
import { test } from "node:test";
import { keys } from "./support/browser.js";
import { open, press, screen, stage, state } from "./support/stage.js";

const shared = stage();

/** Waits until the browser is at the history entry of the screen in front. Until then, the client ignores back and forward. */
const settled = (page) => page.until("the entry of the screen in front", () => page.evaluate(
    "() => history.state?.path?.at(-1) === document.querySelector('.layer:not([inert]) .screen').dataset.screen"));

test("the browser's back button goes back, and forward does not restore popped screens", shared.visit(async (page) => {
    await open(page, shared.server, "Automatic", "Automatic.Initial");
    await press(page, "startButtonPressed", "Automatic.First");
    await press(page, "nextButtonPressed", "Automatic.Second");
    await page.back();
    await page.wait(screen("Automatic.First"));
    await page.back();
    await page.wait(screen("Automatic.Initial"));
    assert.equal((await state(page)).screen.name, "Automatic.Initial");
    await page.forward();
    await press(page, "startButtonPressed", "Automatic.First");
    await settled(page);
    await page.back();
    await page.wait(screen("Automatic.Initial"));
}));

test("the label of the back button is the same after a reload", shared.visit(async (page) => {
    await open(page, shared.server, "Tutorial", "Tutorial.Page1");
    await press(page, "nextToPage2ButtonPressed", "Tutorial.Page2");
    assert.equal(await page.text(".layer:not([inert]) .back"), "‹\nFirst page");
    // Without a flow in the address, a reload continues the session.
    await page.go(shared.server.client);
    await page.wait(screen("Tutorial.Page2"));
    assert.equal(await page.text(".layer:not([inert]) .back"), "‹\nFirst page");
}));

test("the browser's back button dismisses a modal", shared.visit(async (page) => {
    await open(page, shared.server, "Imperio", "Imperio.Main");
    await press(page, "tutorialStartButtonPressed", "Tutorial.Page1");
    await press(page, "nextToPage2ButtonPressed", "Tutorial.Page2");
    await page.back();
    await page.wait(screen("Tutorial.Page1"));
    await page.back();
    await page.wait(screen("Imperio.Main"));
    await page.until("the tutorial to be gone", async () => (await page.find(".layer")).length === 1);
}, { reducedMotion: false }));

test("a flow with unsaved input asks before it goes back, and the draft is kept", shared.visit(async (page) => {
    await open(page, shared.server, "Imperio", "Imperio.Main");
    await press(page, "editProfileButtonPressed", "EditProfile.Form");
    await page.fill("[name=name]", "Somebody else");
    await page.back();
    await page.wait(screen("EditProfile.Unsaved"));
    await page.press(keys.escape);
    await page.wait(screen("EditProfile.Form"));
    assert.equal(await page.value("[name=name]"), "Somebody else");
    // The client itself goes back from the alert's entry. Until it has arrived, it ignores back and forward.
    await page.until("the form's entry", () => page.evaluate("() => history.state?.path.length === 2"));
    await page.back();
    await press(page, "discard", "Imperio.Main");
    assert.match(await page.text(screen("Imperio.Main")), /Ada Lovelace/);
}));

test("the browser's back button changes nothing where back is not allowed", shared.visit(async (page) => {
    await page.go(shared.server.client);
    await page.click(`${screen("Home.Menu")} [data-focus="entries/2"]`);
    await page.fill("[name=to]", "Grace");
    await page.fill("[name=amount]", "25");
    await press(page, "continueButtonPressed", "Transfer.Authorize");
    await press(page, "authorizeButtonPressed", "Transfer.Done");
    await settled(page);
    await page.back();
    await page.wait(screen("Transfer.Done"));
    assert.equal((await state(page)).screen.name, "Transfer.Done");
}));

test("a reload resumes the session with its draft", shared.visit(async (page) => {
    await open(page, shared.server, "Imperio", "Imperio.Main");
    await press(page, "editProfileButtonPressed", "EditProfile.Form");
    const { session } = await state(page);
    await page.fill("[name=name]", "Half a na");
    await page.until("the draft to be kept", async () => (await state(page)).screen.draft?.name === "Half a na");
    await page.reload();
    await page.wait(screen("EditProfile.Form"));
    assert.equal(await page.value("[name=name]"), "Half a na");
    assert.equal((await state(page)).session, session);
    await page.back();
    await page.wait(screen("EditProfile.Unsaved"));
}));

test("a deep link stays in the address while its screen is in front, also after a reload", shared.visit(async (page) => {
    const link = `${shared.server.client}#/planets/saturn`;
    const plain = shared.server.client;
    const at = (url) => page.until(url, async () => (await page.url()) === url);
    await page.go(link);
    await page.wait(screen("Planets.Detail"));
    await at(link);
    const { session } = await state(page);
    await page.reload();
    await page.wait(screen("Planets.Detail"));
    assert.equal((await state(page)).session, session);
    assert.equal((await state(page)).revision, 1);
    await at(link);
    await press(page, "showInWikipediaButtonPressed", "Planets.Web");
    await at(plain);
    await page.back();
    await page.wait(screen("Planets.Detail"));
    await at(link);
    await page.back();
    await page.wait(screen("Planets.List"));
    await at(plain);
}));

test("a deep link that is opened in another tab leads the browser's session to its screen", shared.visit(async (page) => {
    await open(page, shared.server, "Counter", "Counter.Page");
    const { session } = await state(page);
    await page.switchTo(await page.newTab());
    await page.go(`${shared.server.client}#/planets/mars`);
    await page.wait(screen("Planets.Detail"));
    assert.equal((await state(page)).session, session);
}));

test("the address of a screen can be shared: another browser opens the same link", shared.visit(async (page) => {
    await open(page, shared.server, "Counter", "Counter.Page");
    await page.click("#menu-button");
    await page.type("#menu-link", "/planets/mars\n");
    await page.wait(screen("Planets.Detail"));
    const address = `${shared.server.client}#/planets/mars`;
    await page.until("the address", async () => (await page.url()) === address);
    await shared.visit(async (other) => {
        await other.go(address);
        await other.wait(screen("Planets.Detail"));
        assert.equal(await other.text(`${screen("Planets.Detail")} h1`), "Mars");
        assert.notEqual((await state(other)).session, (await state(page)).session);
    })();
}));

test("an unknown link in a running session is reported once, with a button that opens the menu", shared.visit(async (page) => {
    await open(page, shared.server, "Counter", "Counter.Page");
    await page.go(`${shared.server.client}#/no/such/link`);
    await page.until("the message", async () => /No link matches/.test(await page.text("#toasts")));
    await page.until("the address", async () => (await page.url()) === shared.server.client);
    await page.click("#toasts .link");
    await page.wait("dialog.menu[open]");
    assert.deepEqual(await page.find(".toast"), []);
    await page.reload();
    await page.wait(screen("Counter.Page"));
    assert.deepEqual(await page.find(".toast"), []);
}));

test("two tabs share a session and follow each other", shared.visit(async (page) => {
    await open(page, shared.server, "Counter", "Counter.Page");
    const first = await page.tab();
    const second = await page.newTab();
    await page.switchTo(second);
    await page.go(shared.server.client);
    await press(page, "incrementButtonPressed", "Counter.Page");
    const counts = (count) => async () => (await page.text('[data-name="Counter.Page"] dd[data-name="count"]')) === count;
    await page.until("the count here", counts("1"));
    await page.switchTo(first);
    await page.until("the count there", counts("1"));
    await press(page, "incrementButtonPressed", "Counter.Page");
    await page.switchTo(second);
    await page.until("the count back here", counts("2"));
}));
