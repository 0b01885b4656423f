import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { keys } from "./support/browser.js";
import { assertReadable } from "./support/readable.js";
import { screen, stage } from "./support/stage.js";

const shared = stage();
const sh = (command) => promisify(execFile)("bash", ["-c", command]);

const fits = "() => document.documentElement.scrollWidth <= innerWidth";

/** Opens the first page, and waits until the client in its frame has a session. */
async function openHome(page) {
    await page.go(shared.server.origin);
    // The frame is also shown without a session, after a time. The button is enabled with the session.
    await page.wait("#kill:enabled");
}

/** Evaluates a function in the frame's window. */
const inFrame = (page, script, ...args) =>
    page.evaluate(`(...args) => (${script}).apply(null, [document.querySelector("iframe").contentWindow, ...args])`, ...args);

/** Waits for a screen of the client in the frame. */
const framed = (page, name) =>
    page.until(`${name} in the frame`, () => inFrame(page, "(w, selector) => w.document.querySelector(selector) !== null", screen(name)));

/** The screens in the tree, with that in front in brackets. */
const tree = (page) =>
    page.evaluate(`() => [...document.querySelectorAll("#tree .flow-screen")].map((s) => s.ariaCurrent ? "[" + s.textContent + "]" : s.textContent).join(" ")`);

/** Records copied text instead of using the machine's clipboard. */
const recordCopies = (page) =>
    page.evaluate(`() => void Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { window.copied = text } } })`);
const copied = (page) => page.evaluate("() => window.copied");

test("a command that is copied with its token moves the phone and the tree", shared.visit(async (page) => {
    await openHome(page);
    await framed(page, "Ferry.Search");
    assert.equal(await tree(page), "[Search]");
    await recordCopies(page);
    assert.match(await page.text("#command"), /Bearer \$TOKEN/);
    await page.click("#copies button:first-child");
    await page.until("the command to be copied", async () => /Bearer [\w-]{43}'/.test(await copied(page)));
    const { stdout } = await sh(await copied(page));
    assert.equal(JSON.parse(stdout).screen.name, "Ferry.Sailings");
    await framed(page, "Ferry.Sailings");
    await page.until("the tree", async () => (await tree(page)) === "Search [Sailings]");
    assert.equal(await page.text("#revision"), "revision 2");

    // Each next command is the main action of the screen in front, up to the end of the booking.
    const answers = [];
    for (let last = await copied(page); answers.at(-1) !== "completed"; ) {
        const isNext = async () => /^curl[^]* -d (.*)$/.test(await page.text("#command")) && !last.endsWith((await page.text("#command")).split("-d ")[1]);
        await page.until(`a command after ${answers.at(-1)}`, isNext);
        await page.click("#copies button:first-child");
        await page.until("the next command", async () => (await copied(page)) !== last);
        last = await copied(page);
        const { screen, outcome, code } = JSON.parse((await sh(last)).stdout);
        answers.push(screen?.name ?? outcome ?? code);
        assert.ok(answers.length <= 13, answers.join());
    }
    assert.deepEqual(answers, [
        "Ferry.Passengers", "EditPassenger.Form", "Ferry.Passengers", "CabinDeck.List", "CabinDeck.Detail", "Login.Welcome", "Login.SignUp",
        "Login.AccountDetails", "Ferry.Review", "Ferry.Payment", "Ferry.Processing", "completed",
    ]);
}));

test("the commands of the page start a session and move it", shared.visit(async (page) => {
    await openHome(page);
    const commands = await page.evaluate("() => [...document.querySelectorAll('.how pre.copyable')].map(({ textContent }) => textContent)");
    assert.equal(commands.length, 2);
    const answers = (await sh(`${commands.join("\n")}`)).stdout.trim().split(/\n|(?<=\})(?=\{"session)/);
    assert.deepEqual(answers.map((answer) => JSON.parse(answer).screen.name), ["Tutorial.Page1", "Tutorial.Page2"]);
    await recordCopies(page);
    await page.click(".how .copies button");
    await page.until("the command", async () => (await copied(page)) === commands[0]);
}));

/** Records the state of the page at the moment in which the tab is gone. The tab is back too soon for a command to read it. */
const recordDeath = `() => {
    const record = () => {
        if (window.death || !document.querySelector(".gone")) return;
        const count = (selector) => document.querySelectorAll(selector).length;
        window.death = { frames: count("iframe"), screens: count("#tree .flow-screen"), kept: Object.keys(sessionStorage).join(), shared: localStorage.length };
    };
    new MutationObserver(record).observe(document.getElementById("glass"), { childList: true });
}`;

test("killing the tab leaves the token only, and the server restores the screen and its draft", shared.visit(async (page) => {
    await openHome(page);
    await framed(page, "Ferry.Search");
    await inFrame(page, `(w) => {
        w.marker = 1;
        const date = w.document.querySelector("[name=date]");
        date.value = "2030-06-01";
        date.dispatchEvent(new w.Event("input", { bubbles: true }));
    }`);
    const stored = await page.evaluate("() => sessionStorage.getItem('fairway.session?flow=Ferry')");
    const { id, token } = JSON.parse(stored);
    const draft = async () => (await (await fetch(`${shared.server.origin}/v1/sessions/${id}`, { headers: { Authorization: `Bearer ${token}` } })).json()).screen.draft;
    await page.until("the draft to be saved", async () => (await draft())?.date === "2030-06-01");

    await page.evaluate(recordDeath);
    await page.evaluate("() => document.getElementById('kill').focus()");
    await page.press(keys.enter);
    await page.wait("#story li:nth-child(3)");
    assert.deepEqual(await page.evaluate("() => window.death"), { frames: 0, screens: 0, kept: "fairway.session?flow=Ferry", shared: 0 });
    await framed(page, "Ferry.Search");
    assert.equal(await inFrame(page, "(w) => w.marker ?? null"), null);
    assert.equal(await inFrame(page, "(w) => w.document.querySelector('[name=date]').value"), "2030-06-01");
    assert.equal(await page.evaluate("() => sessionStorage.getItem('fairway.session?flow=Ferry')"), stored);
    assert.match(await page.text("#story"), /a token of 43 characters[^]*screen Ferry\.Search, with the input that you had not sent/);
    assert.equal(await page.evaluate("() => document.activeElement.id"), "kill");

    // The page itself can be closed as well.
    await page.reload();
    await framed(page, "Ferry.Search");
    assert.equal(await inFrame(page, "(w) => w.document.querySelector('[name=date]').value"), "2030-06-01");
}));

test("a session that is over can be started again in the phone", shared.visit(async (page) => {
    await openHome(page);
    await framed(page, "Ferry.Search");
    await inFrame(page, `(w) => w.document.querySelector(".back").click()`);
    await page.until("the end", async () => /The session is over: dismissed/.test(await page.text("#tree")));
    const disabled = () => page.evaluate("() => [...document.querySelectorAll('#kill, #copies button')].map(({ disabled }) => disabled).join()");
    assert.equal(await disabled(), "true,true,true");
    assert.match(await page.text("#command"), /“Start again” is on the phone/);
    // The page of the end is loaded when it is needed.
    await page.until("the end on the phone", () => inFrame(page, `(w) => w.document.querySelector(".over .primary") !== null`));
    await inFrame(page, `(w) => w.document.querySelector(".over .primary").click()`);
    await page.until("another booking", async () => (await tree(page)) === "[Search]");
    assert.equal(await disabled(), "false,false,false");
}));

test("a session of the client in a frame is not that of the browser", shared.visit(async (page) => {
    await page.go(`${shared.server.client}?flow=Counter`);
    await page.wait(screen("Counter.Page"));
    await openHome(page);
    await framed(page, "Ferry.Search");
    await page.go(shared.server.client);
    await page.wait(screen("Counter.Page"));
}));

test("clients of different flows in frames have sessions of their own", shared.visit(async (page) => {
    await openHome(page);
    await framed(page, "Ferry.Search");
    await page.evaluate("() => { document.querySelector('iframe').src = '/app?flow=Counter'; }");
    await framed(page, "Counter.Page");
    await page.evaluate("() => { document.querySelector('iframe').src = '/app?flow=Ferry'; }");
    await framed(page, "Ferry.Search");
    await page.go(`${shared.server.origin}/?campaign=spring`);
    await framed(page, "Ferry.Search");
}));

test("every link of the first page leads somewhere", shared.visit(async (page) => {
    await page.go(`${shared.server.origin}/`);
    const links = await page.evaluate("() => [...document.querySelectorAll('a[href]')].map(({ href }) => href)");
    assert.ok(links.length > 5);
    for (const link of new Set(links)) assert.equal((await fetch(link)).status, 200, link);
}));

test("links to the app and to a flow at / lead to the client", shared.visit(async (page) => {
    await page.go(`${shared.server.origin}/#/planets/saturn`);
    await page.wait(screen("Planets.Detail"));
    await page.go(`${shared.server.origin}/?flow=Counter`);
    await page.wait(screen("Counter.Page"));
    assert.match(await page.url(), /\/app/);
}));

test("the first page is light, paints soon and does not shift", shared.visit(async (page) => {
    await page.beforeEachPage(`if (self === top) {
        window.paints = []; window.shifts = 0;
        new PerformanceObserver((list) => window.paints.push(...list.getEntries())).observe({ type: "largest-contentful-paint", buffered: true });
        new PerformanceObserver((list) => { for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifts += value; }).observe({ type: "layout-shift", buffered: true });
    }`);
    for (const [width, height] of [[320, 640], [390, 844], [1280, 860]]) {
        await page.devtools("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
        await page.devtools("Network.clearBrowserCache");
        await openHome(page);
        await framed(page, "Ferry.Search");
        // What the frame finds in the cache is not transferred again. Browsers count 300 bytes for the headers of each response, and list the
        // document of a frame in both windows.
        const bytes = await page.evaluate(`() => [window, document.querySelector("iframe").contentWindow]
            .flatMap(({ performance }) => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")])
            .filter(({ initiatorType }) => initiatorType !== "iframe")
            .reduce((sum, { transferSize }) => sum + Math.max(0, transferSize - 300), 0)`);
        assert.ok(bytes > 10_000 && bytes <= 93 * 1024, `${bytes} bytes`);
        // Killing the tab changes the page, too.
        await page.click("#kill");
        await page.wait("#story li:nth-child(3)");
        assert.equal(await page.evaluate("() => window.shifts"), 0, `at ${width}`);
        assert.equal(await page.evaluate(fits), true, `at ${width}`);
        const painted = await page.evaluate("() => window.paints.at(-1).element.closest('.pitch') !== null");
        assert.equal(painted, true, "the largest paint is of static text");
    }
}));

for (const dark of [false, true]) {
    test(`in ${dark ? "dark" : "light"} mode, the first page has readable contrast and accessible names`, shared.visit(async (page) => {
        await openHome(page);
        await assertReadable(page, "home");
        await page.click("#kill");
        await page.wait("#story li:nth-child(3)");
        await assertReadable(page, "after the kill");
    }, { dark }));
}
