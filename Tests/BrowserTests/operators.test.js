// The console's pages for operators: overview, problems, funnel, map, work, batches, audit and signing in.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./support/axe.js";
import { keys } from "./support/browser.js";
import { operatorData, simulateOperatorCalls } from "./support/operatorCalls.js";
import { assertReadable } from "./support/readable.js";
import { signIn, stage } from "./support/stage.js";

const shared = stage();

/** Opens the console's home with simulated calls, and follows a link of its sections. */
async function openSection(page, name, options) {
    await simulateOperatorCalls(page, options);
    await signIn(page, shared.server);
    await page.click(`#sections a[href="#/${name}"]`);
}

const texts = (page, selector) => page.evaluate("(selector) => [...document.querySelectorAll(selector)].map((element) => element.innerText.trim())", selector);
const hash = (page) => page.evaluate("() => location.hash");
const calls = (page) => page.evaluate("() => window.calls");

test("the funnel is compared with the period before, and a drop-off leads to its sessions of this period", shared.visit(async (page) => {
    await openSection(page, "funnel");
    await page.until("the sentence", async () => /Most runs stop on Payment: 125 of 265, 47 %.* 1 min 32 s/.test(await page.text(".headline")));
    assert.deepEqual(await texts(page, '.steps td[data-label="90 % stay at most"]'), ["31 s", "1 min 35 s", "4 min", "10 min", "3.1 s"]);
    // The week before had 200 runs, of which 90 completed.
    assert.deepEqual(await texts(page, ".figures .change"), ["+100 %", "−15 points", "+2.5 points", ""]);

    await page.click('tr[data-screen="Ferry.Payment"] .kinds a[href*="expired"]');
    const query = new URLSearchParams((await hash(page)).split("?")[1]);
    assert.deepEqual([query.get("run"), query.get("step"), query.get("left")], ["BookFerry", "Ferry.Payment", "expired"]);
    const days = (Date.now() - Date.parse(query.get("since"))) / 86_400_000;
    assert.ok(days > 6.99 && days < 7.01, query.get("since"));
    await page.wait("table.sessions");
}));

test("the funnel and the map of a flow with very many runs say how many are counted", shared.visit(async (page) => {
    await openSection(page, "funnel", { data: { ...operatorData, cut: { counted: 40_000, total: 1_000_000 } } });
    await page.until("the number", async () => /^Only the newest 40,000 of 1,000,000 runs are counted, those since \d/.test(await page.text(".funnel .cut")));
    await page.go(`${shared.server.origin}/admin#/map?flow=BookFerry`);
    await page.until("the number", async () => (await page.text("main > .cut")) === "Only the newest 40,000 of 1,000,000 runs are counted.");
}));

test("the funnel names the largest loss, which is in a sub flow, and leads to its sessions", shared.visit(async (page) => {
    await openSection(page, "funnel", { data: { ...operatorData, week: operatorData.crowd } });
    await page.until("the sentence", async () => (await page.text(".funnel .headline")) === "Most runs stop on Your booking → Sign up: 250 of 520, 48 %.");
    // The step with the loss is open, the others are not.
    assert.deepEqual(await page.evaluate("() => [...document.querySelectorAll('details.within')].map(({ open }) => open)"), [false, true]);
    assert.match(await page.text('[data-screen="Login.SignUp"]'), /^Your booking → Sign up 250\s+Login\.SignUp: 520 runs, 25 refused\s+225 abandoned\s+25 dismissed\s+4 here now$/);
    await page.click('tr[data-screen="Ferry.Passengers"] summary');
    assert.match(await page.text('[data-screen="CabinDeck.List"]'), /^Passengers → Cabins 150/);
    await page.evaluate("() => { const idle = document.querySelector('[name=idle]'); idle.value = '1800'; idle.dispatchEvent(new Event('change')); }");
    await page.until("the choice", async () => (await page.value("[name=idle]")) === "1800");
    await page.click('[data-screen="Login.SignUp"] a[href*="abandoned"]');
    const query = new URLSearchParams((await hash(page)).split("?")[1]);
    assert.deepEqual(["run", "step", "within", "withinFlow", "left", "idle"].map((name) => query.get(name)), ["BookFerry", "Ferry.Review", "Login.SignUp", "Login", "abandoned", "1800"]);
}));

test("a funnel is split by idiom, with the groups beside each other", shared.visit(async (page) => {
    await openSection(page, "funnel");
    await page.wait(".steps");
    await page.evaluate("() => { const by = document.querySelector('[name=by]'); by.value = 'idiom'; by.dispatchEvent(new Event('change')); }");
    await page.until("the groups", async () => (await page.find(".group h2")).length === 3);
    assert.deepEqual(await texts(page, ".group h2"), ["Idiom: phone", "Idiom: pad", "Idiom: unknown"]);
    assert.deepEqual(await texts(page, ".split thead th"), ["Runs that stopped", "phone", "pad", "unknown"]);
    assert.match(await page.text(".headline"), /^Runs of pad stop on Payment 2\d(\.\d)? points more often than those of phone\.$/);
    const payment = '.split tr[data-screen="Ferry.Payment"]';
    assert.match(await page.text(`${payment} [data-label="pad"]`), /^70 % of 53, \+2\d(\.\d)? points/);
    assert.match(await page.text(`${payment} [data-label="unknown"]`), /, too few/);
    await page.click(`${payment} [data-label="pad"] a[href*="abandoned"]`);
    const query = new URLSearchParams((await hash(page)).split("?")[1]);
    assert.deepEqual(["run", "step", "left", "by", "is", "idle"].map((name) => query.get(name)), ["BookFerry", "Ferry.Payment", "abandoned", "idiom", "pad", "86400"]);
    await page.evaluate("() => history.back()");
    await page.wait(`${payment} [data-label="unknown"] a`);
    // The runs of devices without an idiom are listed, too.
    const unknown = await page.evaluate("(selector) => document.querySelector(selector).hash", `${payment} [data-label="unknown"] a`);
    assert.match(unknown, /&by=idiom(&|$)(?!is=)/);
    await page.evaluate("() => { location.hash = '#/funnel?flow=BookFerry&hours=abc' }");
    await page.until("the default period", async () => (await page.value("[name=by]")) === "");
    assert.equal(await page.value("[name=hours]"), "168");
}));

test("the overview compares this build with the one before, and marks both on every chart", shared.visit(async (page) => {
    await simulateOperatorCalls(page);
    await signIn(page, shared.server);
    const row = (name) => texts(page, `.comparison tr[data-name="${name}"] > *`);
    assert.deepEqual(await row("Refused changes"), ["Refused changes", "8 % (320 of 4,000)", "2 % (500 of 25,000)", "+6 points\n(worse)"]);
    assert.deepEqual(await row("Completed sessions"), ["Completed sessions", "20 % (12 of 60)", "50 % (450 of 900)", "−30 points\n(worse)"]);
    assert.deepEqual(await row("Handlers, median"), ["Handlers, median", "1.1 ms", "2.4 ms", "no clear difference"]);
    assert.deepEqual(await row("Handlers, p95"), ["Handlers, p95", "9 ms", "4 ms", "about +125 %\n(worse)"]);
    assert.deepEqual(await page.find(".release .nothing"), []);
    assert.equal(await page.text("#new-problems"), "1 new");
    const marks = await page.evaluate("() => [...document.querySelectorAll('.time-chart')].map((chart) => [chart.querySelectorAll('.build-mark').length, chart.querySelector('.build-labels').innerText.replace(/\\s+/g, ' ').trim()])");
    assert.equal(marks.length, 6);
    for (const [lines, labels] of marks) assert.deepEqual([lines, labels.split(" ").sort()], [2, ["2.0.3+1b07aa…", "2.1.0+86c35f…"]]);
    assert.match(await page.text(".stops .headline"), /^Most runs stop on Payment: 125 of 265, 47 %\.$/);
    // One click leads to what the build has broken.
    await page.click(".release a");
    await page.until("the new problem alone", async () => (await page.find(".problem-list tbody tr[data-problem]")).length === 1);
    assert.match(await page.text(".problem-list tbody"), /^Failed: payButtonPressed\s*new since this build[^]*The gateway answered … to order …\./);
}));

test("a build that broke much has 99+ new problems, also when no server runs it any more", shared.visit(async (page) => {
    const [problem] = operatorData.problems;
    const problems = Array.from({ length: 120 }, (_, index) => ({ ...problem, id: `n${index}` }));
    const [now, before] = operatorData.builds;
    await openSection(page, "problems", { data: { ...operatorData, problems, builds: [{ ...now, nodes: [] }, before] } });
    await page.until("the number", async () => (await page.text("#new-problems")) === "99+ new");
    await page.click("#sections a[href='#/']");
    await page.until("the build", async () => (await page.text(".release .nothing")) === "No server runs it.");
    assert.equal(await page.text(".release a"), "99+ problems new since this build");
    await page.click(".release a");
    await page.until("the problems that were searched", async () => (await page.find(".problem-list tr[data-problem]")).length === 100);
    assert.match(await page.text("#content"), /The 100 problems of this build that were seen last are searched for new ones\./);
}));

/** What a click in the middle of an element meets: the address of a link, or the text of a button. */
const met = (page, selector) => page.evaluate(`(selector) => {
    const element = document.querySelector(selector);
    element.scrollIntoView({ block: "center" });
    const { left, top, width, height } = element.getBoundingClientRect();
    const target = document.elementFromPoint(left + width / 2, top + height / 2);
    return target.closest("a")?.hash ?? target.closest("button")?.innerText ?? null;
}`, selector);

test("whole rows are links in the lists of problems and of their sessions, and their buttons stay buttons", shared.visit(async (page) => {
    await openSection(page, "problems");
    await page.wait(".problem-list a");
    assert.equal(await met(page, '[data-problem="p3"] td[data-label="Last seen"]'), "#/problems/p3");
    assert.equal(await met(page, '[data-problem="p3"] button[aria-label^="Mute"]'), "Mute");
    await page.click('[data-problem="p3"] a');
    await page.wait(".problem-sessions a");
    assert.equal(await met(page, '.problem-sessions td[data-label="Device"]'), "#/sessions/01kb3w1x5m00000000000010");
}));

test("a problem that is not kept any more has a page that says so", shared.visit(async (page) => {
    await openSection(page, "problems");
    await page.evaluate("() => { location.hash = '#/problems/gone' }");
    await page.until("the sentence", async () => /^This problem is no longer kept\./m.test(await page.text("#content")));
    assert.equal(await page.text("h1"), "Problem");
}));

test("the numbers of the funnel's runs lead to their sessions, and the list says why it may be shorter", shared.visit(async (page) => {
    await openSection(page, "funnel");
    const link = (label) => `tr[data-screen="Ferry.Payment"] td[data-label="${label}"] a`;
    await page.wait(link("Runs"));
    const query = async (label) => new URLSearchParams((await page.evaluate("(selector) => document.querySelector(selector).hash", link(label))).split("?")[1]);
    const [runs, wentOn] = [await query("Runs"), await query("Went on")];
    assert.deepEqual(["run", "step", "left"].map((name) => runs.get(name)), ["BookFerry", "Ferry.Payment", null]);
    assert.deepEqual(["run", "step", "left"].map((name) => wentOn.get(name)), ["BookFerry", "Ferry.Payment", "next"]);
    await page.click(link("Went on"));
    await page.wait("table.sessions");
    assert.match(await page.text(".filter-chip"), /^Runs of BookFerry since .* that went on from Ferry\.Payment/);
    assert.match(await page.text("#content"), /a session with several of the runs is listed once, and runs are kept longer than their sessions\./);
}));

test("the problems are filtered, muted, resolved and opened again", shared.visit(async (page) => {
    await openSection(page, "problems");
    const shown = () => page.evaluate("() => [...document.querySelectorAll('.problem-list tr[data-problem]')].map((row) => row.dataset.problem).join()");
    await page.until("the open problems", async () => (await shown()) === "p1,p2,p3,p4");
    assert.match(await page.text('[data-problem="p2"]'), /^Declined or given up: ChargeCard\s+BookFerry · ChargeCard\s+flow-failed\s+Your card was declined\.\s+120\s+150 times\s+1 day ago\s+12 minutes ago\s+2\.1\.0 \(120\), 1\.9\.0 \(30\)\s+2\.0\.3\+1b07aa… – 2\.1\.0\+86c35f…/);
    assert.match(await page.text('[data-problem="p3"]'), /has returned, was resolved in build 2\.0\.3\+1b07aa…/);
    assert.match(await page.evaluate("() => document.querySelector('[data-problem=\"p2\"] .sparkline').getAttribute('aria-label')"), /^By hour: 1 now, at most 11 at \d\d:\d\d\.$/);
    await page.click('[data-problem="p2"] button[aria-label^="Mute"]');
    await page.until("the problem to leave", async () => (await shown()) === "p1,p3,p4");
    await page.click('[data-problem="p1"] button[aria-label^="Resolve"]');
    await page.until("no new problem", () => page.evaluate("() => document.getElementById('new-problems').hidden"));
    assert.deepEqual(await calls(page), [["PUT", "/problems/p2", { status: "muted" }], ["PUT", "/problems/p1", { status: "resolved" }]]);
    await page.evaluate("() => { location.hash = '#/problems?status=muted' }");
    await page.until("the muted problems", async () => (await shown()) === "p2,p5");
    await page.click('[data-problem="p2"] button[aria-label^="Reopen"]');
    await page.until("the problem to leave", async () => (await shown()) === "p5");
    await page.evaluate("() => { location.hash = '#/problems?kind=attempt-failed' }");
    await page.until("no problem", async () => (await page.text(".problem-list tbody")) === "No problem matches these filters.");
    await page.evaluate("() => { window.data.problems = []; location.hash = '#/problems' }");
    await page.until("the explanation", async () => /^There is no open problem\. A problem is listed here when/.test(await page.text(".problem-list tbody")));
}));

test("a problem leads to its sessions, and its page can be opened by its address", shared.visit(async (page) => {
    await openSection(page, "problems");
    await page.click('[data-problem="p2"] a');
    await page.until("the page", async () => (await page.text("h1")) === "Declined or given up: ChargeCard");
    assert.equal(await hash(page), "#/problems/p2");
    assert.match(await page.text(".problem-parts"), /^Cause\s+Your card was declined\.[^]*First seen[^]*build 2\.0\.3\+1b07aa12c9d0/);
    assert.match(await page.text(".problem-sessions tbody"), /^mary …00000010\s+Payment\s+18 minutes ago\s+phone · de · 2\.1\.0$/);
    assert.equal(await page.evaluate("() => document.querySelector('.problem-sessions a').hash"), "#/sessions/01kb3w1x5m00000000000010");
    await page.click("header .buttons button[aria-label^='Mute']");
    await page.until("the badge", async () => /muted/.test(await page.text("header.head")));
    await page.click("header .buttons button[aria-label^='Reopen']");
    await page.until("both buttons", async () => (await page.find("header .buttons button")).length === 2);
}));

test("a role that does not see causes cannot change problems either", shared.visit(async (page) => {
    const problems = operatorData.problems.map((problem) => ({ ...problem, cause: null }));
    await openSection(page, "problems", { name: "vera", role: "view", data: { ...operatorData, problems } });
    await page.wait(".problem-list a");
    assert.match(await page.text('[data-problem="p2"]'), /Causes are shown to the role support\./);
    // A refusal has no cause.
    assert.doesNotMatch(await page.text('[data-problem="p3"]'), /Causes/);
    assert.deepEqual(await page.find(".problem-list button"), []);
}));

test("a problem without a cause has none for a role that sees causes", shared.visit(async (page) => {
    const problems = operatorData.problems.map((problem) => ({ ...problem, cause: null }));
    await openSection(page, "problems", { name: "sam", role: "support", data: { ...operatorData, problems } });
    await page.wait(".problem-list a");
    assert.doesNotMatch(await page.text(".problem-list"), /Causes/);
    await page.click('[data-problem="p2"] a');
    await page.wait(".problem-parts");
    assert.doesNotMatch(await page.text(".problem-parts"), /Cause/);
}));

test("a problem is opened and muted with the keyboard alone", shared.visit(async (page) => {
    const focused = () => page.evaluate("() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText");
    await openSection(page, "problems");
    await page.wait(".problem-list a");
    await page.tabTo('[data-problem="p3"] a');
    await page.press(keys.enter);
    await page.until("the page", async () => (await hash(page)) === "#/problems/p3");
    await page.wait(".problem-parts");
    await page.tabTo("header .buttons button[aria-label^='Mute']");
    await page.press(keys.enter);
    await page.until("the call", async () => (await calls(page)).length === 1);
    assert.deepEqual(await calls(page), [["PUT", "/problems/p3", { status: "muted" }]]);
    await page.until("the focus on the button that undoes it", async () => (await focused()) === "Reopen: Refused: searchButtonPressed");

    // In the list, the row leaves. The focus moves to the next one, and after the last one to the heading.
    await page.evaluate("() => { location.hash = '#/problems' }");
    await page.wait('[data-problem="p1"] button');
    await page.tabTo('[data-problem="p1"] button[aria-label^="Mute"]');
    await page.press(keys.enter);
    await page.until("the focus in the next row", async () => (await focused()) === "Resolve: Declined or given up: ChargeCard");
    await page.evaluate("() => { location.hash = '#/problems?kind=unsupported' }");
    await page.until("one row", async () => (await page.find(".problem-list tr[data-problem]")).length === 1);
    await page.tabTo('[data-problem="p4"] button[aria-label^="Mute"]');
    await page.press(keys.enter);
    await page.until("the focus on the heading", async () => (await focused()) === "Problems");
}));

/** The boxes of the map's texts and of its screens, in the window. */
const boxes = `() => {
    const box = (element) => { const { left, top, right, bottom } = element.getBoundingClientRect(); return { left, top, right, bottom, text: element.textContent }; };
    const all = (selector) => [...document.querySelectorAll(selector)].filter((element) => getComputedStyle(element).display !== "none").map(box);
    return { frame: box(document.querySelector(".map")), labels: all(".edge text"), screens: all(".map-node > rect:first-of-type"), names: all(".map-node > text") };
}`;
const overlap = (one, other) => one.left < other.right - 0.5 && other.left < one.right - 0.5 && one.top < other.bottom - 0.5 && other.top < one.bottom - 0.5;
const isInside = (inner, outer) => inner.left >= outer.left - 0.5 && inner.right <= outer.right + 0.5 && inner.top >= outer.top - 0.5 && inner.bottom <= outer.bottom + 0.5;

for (const [look, size] of [["wide", { width: 1280, height: 860 }], ["narrow", { width: 390, height: 844 }]]) {
    test(`the map fits a ${look} page, and no label overlaps a screen or another label`, shared.visit(async (page) => {
        const long = { ...operatorData.graph, screens: [...operatorData.graph.screens, { name: "Ferry.AScreenWithAVeryLongNameWWWWWWWW", visits: 1_234_567, front: 12_345 }] };
        await openSection(page, "map", { data: { ...operatorData, graph: long } });
        await page.wait(".map-node");
        await page.evaluate("() => { for (const text of document.querySelectorAll('.edge')) text.classList.add('selected') }");
        const { frame, labels, screens, names } = await page.evaluate(boxes);
        assert.ok(labels.length >= 8, `${labels.length} labels`);
        for (const each of screens) assert.ok(isInside(each, frame), `${JSON.stringify(each)} in ${JSON.stringify(frame)}`);
        for (const name of names) assert.ok(screens.some((each) => isInside(name, each)), name.text);
        labels.forEach((label, index) => {
            for (const other of [...labels.slice(index + 1), ...screens, ...names]) assert.ok(!overlap(label, other), `${label.text} and ${other.text}`);
        });
    }, size));
}

test("the map moves and zooms by keys, buttons, wheel and dragging, and fits again", shared.visit(async (page) => {
    await openSection(page, "map");
    await page.wait(".map-node");
    const place = async () => {
        const [{ left, right }] = (await page.evaluate(boxes)).screens;
        return [left, right - left].map(Math.round);
    };
    const [left, width] = await place();
    await page.evaluate("() => document.querySelector('.map').focus()");
    await page.press(keys.right);
    assert.deepEqual(await place(), [left - 60, width]);
    await page.press("+");
    assert.ok((await place())[1] > width * 1.2);
    await page.press("0");
    assert.deepEqual(await place(), [left, width]);
    await page.click('[aria-label="Larger"]');
    assert.ok((await place())[1] > width * 1.2);
    await page.click('[aria-label="Fit the map"]');
    await page.evaluate("() => document.querySelector('.map').dispatchEvent(new WheelEvent('wheel', { deltaY: 200, clientX: 600, clientY: 400, cancelable: true }))");
    assert.ok((await place())[1] < width);
    await page.click('[aria-label="Fit the map"]');
    const { x, y } = await page.evaluate("() => { const { left, top } = document.querySelector('.map').getBoundingClientRect(); return { x: left, y: top } }");
    const mouse = (type, dx, buttons) => page.devtools("Input.dispatchMouseEvent", { type, x: x + 20 + dx, y: y + 20, button: "left", buttons, clickCount: 1 });
    await mouse("mousePressed", 0, 1);
    await mouse("mouseMoved", 50, 1);
    await mouse("mouseReleased", 50, 0);
    assert.deepEqual(await place(), [left + 50, width]);
}));

test("the map has the funnel's numbers and the declared screens, and is exported", shared.visit(async (page) => {
    await page.beforeEachPage("window.files = []; URL.createObjectURL = (blob) => (blob.text().then((text) => window.files.push(text)), 'data:,');");
    await openSection(page, "funnel");
    await page.wait(".steps");
    const runs = await page.text('tr[data-screen="Ferry.Payment"] td[data-label="Here now"]');
    await page.evaluate("() => { location.hash = '#/map?flow=BookFerry' }");
    await page.click('.map-node[data-name="Ferry.Payment"]');
    assert.match(await page.text(".details"), new RegExp(`${runs} users there now`));
    assert.match(await page.text("#content > .caption"), /users who are there now, whenever they began\./);
    assert.match(await page.evaluate("() => document.querySelector('.details a').hash"), /^#\/sessions\?flow=BookFerry&screen=Ferry.Payment&status=active$/);
    assert.deepEqual(await page.evaluate("() => [...document.querySelectorAll('.map-node.declared')].map((node) => node.dataset.name).sort()"), ["Ferry.CabinReleased", "Ferry.Extras"]);
    await page.click('.details [aria-label="Close"]');
    for (const [index, format] of ["Mermaid", "SVG"].entries()) {
        await page.click(`[aria-label="Export as ${format}"]`);
        await page.until(`the ${format} file`, async () => (await page.evaluate("() => window.files.length")) === index + 1);
    }
    const [chart, picture] = await page.evaluate("() => window.files");
    assert.match(chart, /^flowchart LR\n/);
    assert.match(chart, /-->\|"payButtonPressed 120"\|/);
    assert.match(chart, /-\.->\|"extrasButtonPressed"\|/);
    assert.ok(picture.match(/<(rect|path|text)/g).length > 40);
    assert.doesNotMatch(picture, /var\(--/);
}));

test("a click on a screen of the map counts also if its numbers change between press and release", shared.visit(async (page) => {
    await openSection(page, "map");
    await page.wait(".map-node");
    const node = '.map-node[data-name="Ferry.Payment"]';
    const point = await page.evaluate("(selector) => { document.querySelector(selector).scrollIntoView({ block: 'center' }); const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect(); return { x: left + width / 2, y: top + height / 2 } }", node);
    const mouse = (type) => page.devtools("Input.dispatchMouseEvent", { type, ...point, button: "left", clickCount: 1 });
    await mouse("mousePressed");
    await page.evaluate("() => { for (const screen of window.data.graph.screens) screen.visits += 7_000; window.data.graph.edges.reverse().forEach((edge, index) => (edge.count += 900 * index)); }");
    // The page is drawn again when it is shown again.
    await page.evaluate("() => void document.dispatchEvent(new Event('visibilitychange'))");
    await fetch(`${shared.server.origin}/v1/sessions`, { method: "POST", body: JSON.stringify({ flow: "Counter" }) });
    await page.until("the new numbers", async () => /7,277/.test(await page.text(node)));
    await mouse("mouseReleased");
    await page.until("its details", async () => /^Payment/m.test(await page.text(".details h2")));
}));

test("the map's labels are titles, and can be read when a large map fits a page of 1440 pixels", shared.visit(async (page) => {
    const flows = ["EditPassenger", "EditProfile", ...Array.from({ length: 24 }, (_, index) => `Flow${index}`)];
    const screens = flows.flatMap((flow) => [
        { name: `${flow}.Form`, flow, title: flow.startsWith("Edit") ? "Form" : `Form of ${flow}`, visits: 20, front: 1 },
        { name: `${flow}.End`, flow, title: `End of ${flow}`, visits: 10, front: 0 },
    ]);
    const move = (from, action, to) => ({ from, action, to, count: 9, medianSeconds: 3 });
    const edges = flows.flatMap((flow, index) => [move(index % 5 ? `${flows[index - 1]}.End` : null, "start", `${flow}.Form`), move(`${flow}.Form`, "next", `${flow}.End`), move(`${flow}.End`, "close", null)]);
    await openSection(page, "map", { data: { ...operatorData, graph: { screens, edges } } });
    await page.wait(".map-node");
    assert.deepEqual(await page.evaluate("() => [...document.querySelectorAll('.map-node[data-name$=\"Form\"] title')].map(({ textContent }) => textContent.split(',')[0]).filter((text) => text.startsWith('Form (')).sort()"), ["Form (EditPassenger)", "Form (EditProfile)"]);
    await page.click('[aria-label="Fit the map"]');
    const heights = await page.evaluate("() => [...document.querySelectorAll('.map-node .name')].map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)");
    assert.ok(Math.min(...heights) > 12, `${Math.min(...heights)} px`);
    const { frame, screens: shown } = await page.evaluate(boxes);
    for (const each of shown) assert.ok(isInside(each, frame), `${JSON.stringify(each)} in ${JSON.stringify(frame)}`);
}, { width: 1440, height: 900 }));

test("running pending work says what happens, and asks", shared.visit(async (page) => {
    await openSection(page, "jobs");
    await page.click(".choices a[href*=pending]");
    await page.click('[aria-label="Run now: hold"]');
    assert.match(await page.text("dialog"), /Fires the timer “hold” of BookFerry now, 2 h( \d+ min)? early\./);
    await page.click("dialog .plain");
    assert.deepEqual(await calls(page), []);
    await page.click('[aria-label="Run now: hold"]');
    await page.click("dialog .primary");
    await page.until("the call", async () => (await calls(page)).length === 1);
    assert.deepEqual(await calls(page), [["POST", "/jobs/01kb3w1x5m00000000000014/j14/retry", null]]);
    await page.until("the row to leave", async () => (await page.find("tbody tr")).length === 1);
    assert.match(await page.text('td[data-label="Due"]'), /\d\d:\d\d:\d\d, in 3 hours/);
    await page.click('[aria-label="Cancel: Ferry.ChargeCard"]');
    assert.match(await page.text("dialog"), /A flow that waits for its result gets a failure\./);
    await page.click("dialog .destructive");
    await page.until("an empty list", async () => /No timers or jobs are pending/.test(await page.text(".work-list")));
}));

test("work that ends without a change of its flow leaves the list", shared.visit(async (page) => {
    const [row] = operatorData.jobs;
    await openSection(page, "jobs", { data: { ...operatorData, jobs: [{ ...row, state: "pending", dueAt: "@-1" }] } });
    await page.click(".choices a[href*=pending]");
    await page.wait(`[aria-label="Run now: ${row.name}"]`);
    await page.evaluate("() => { window.data.jobs = [] }");
    await page.until("an empty list", async () => /No timers or jobs are pending/.test(await page.text(".work-list")));
}));

test("failures are grouped by their error, and a group is retried with progress", shared.visit(async (page) => {
    await openSection(page, "jobs");
    await page.until("both groups", async () => (await page.find(".failure")).length === 2);
    assert.match(await page.text(".failure"), /^3 × Ferry\.ChargeCard/);
    assert.match(await page.text(".failure .error"), /<b>timeout<\/b>/);
    await page.click(".failure summary");
    assert.deepEqual(await texts(page, '.failure [open] td[data-label="Flow"]'), ["BookFerry", "BookFerry", "BookFerry"]);
    await page.click(".failure button");
    assert.match(await page.text("dialog"), /Retry 3 × Ferry\.ChargeCard\?/);
    await page.click("dialog .primary");
    await page.until("the end", async () => /Ferry\.ChargeCard: 3 retried\./.test(await page.text(".running")));
    await page.until("the other group", async () => (await page.find(".failure")).length === 1);
    assert.deepEqual((await calls(page)).map(([, path]) => path.slice(-9)).sort(), ["j10/retry", "j11/retry", "j12/retry"]);
}));

test("a batch starts after its number is typed, shows progress, and is stopped", shared.visit(async (page) => {
    await openSection(page, "batches");
    await page.until("a request for a filter", async () => /A batch cannot match all sessions/.test(await page.text(".new-batch")));
    await page.evaluate("() => { const flow = document.querySelector('.new-batch [name=flow]'); flow.value = 'BookFerry'; flow.dispatchEvent(new Event('change')); }");
    await page.until("the count", async () => /120 active sessions match/.test(await page.text(".new-batch")));
    const isOffered = () => page.evaluate("() => !document.querySelector('.new-batch [type=submit]').disabled");
    await page.type(".new-batch [inputmode=numeric]", "12");
    assert.equal(await isOffered(), false);
    await page.type(".new-batch [inputmode=numeric]", "0");
    assert.equal(await isOffered(), true);
    assert.equal(await page.text(".new-batch [type=submit]"), "End 120 sessions");
    await page.click(".new-batch [type=submit]");
    await page.until("the batch", async () => /30 of 120 done/.test(await page.text(".batches tbody")));
    assert.deepEqual((await calls(page))[0], ["POST", "/batches", { action: "end", filter: { flow: "BookFerry", status: "active" }, count: 120 }]);
    await page.click(".batches tbody .destructive");
    await page.click("dialog .destructive");
    await page.until("the end", async () => (await page.text(".batches tbody .badge")) === "stopped");
    assert.deepEqual((await calls(page))[1].slice(0, 2), ["DELETE", "/batches/b2"]);
}));

test("the audit is filtered by operator", shared.visit(async (page) => {
    await openSection(page, "audit");
    await page.until("the entries", async () => (await page.find(".audit tbody tr")).length === 3);
    await page.type("[name=operator]", `sam${keys.enter}`);
    await page.until("the entries of one operator", async () => (await page.find(".audit tbody tr")).length === 2);
    assert.equal(await hash(page), "#/audit?operator=sam");
}));

test("calls that a role may not make are not offered", shared.visit(async (page) => {
    await openSection(page, "batches", { name: "vera", role: "view" });
    await page.wait(".batches");
    assert.equal(await page.text("#operator-name"), "vera view");
    assert.deepEqual(await page.find(".new-batch"), []);
    assert.equal(await page.evaluate("() => document.querySelector('a[href=\"#/audit\"]').hidden"), true);
    await page.click('#sections a[href="#/jobs"]');
    await page.click(".failure summary");
    assert.deepEqual(await page.find(".work-list button"), []);
    // Opened by its address, the page says which role it needs, and the operator stays signed in.
    await page.evaluate("() => { location.hash = '#/audit' }");
    await page.until("the refusal", async () => /the call needs admin/.test(await page.text("#content")));
    assert.equal(await page.text("#operator-name"), "vera view");
}));

test("support ends sessions but does not erase them", shared.visit(async (page) => {
    await openSection(page, "batches", { name: "sam", role: "support" });
    await page.wait(".new-batch");
    assert.deepEqual(await texts(page, ".new-batch [name=action] option"), ["End the sessions"]);
}));

test("the tabs of a browser share one sign-in, and signing out ends it in all of them", shared.visit(async (page) => {
    await openSection(page, "jobs");
    const first = await page.tab();
    await page.switchTo(await page.newTab());
    await page.go(`${shared.server.origin}/admin#/jobs`);
    await page.wait(".work-list");
    await page.click("#sign-out");
    await page.wait("#token");
    await page.switchTo(first);
    await page.wait("#token");
    assert.equal(await page.evaluate("() => localStorage.getItem('fairway.operator')"), null);
}));

test("no page of the console is wider than a window of 320 pixels", shared.visit(async (page) => {
    await openSection(page, "funnel", { data: { ...operatorData, week: operatorData.crowd } });
    for (const [section, sign] of [["", ".comparison"], ["problems", ".problem-list a"], ["problems/p2", ".problem-sessions a"], ["funnel", ".steps"], ["funnel?by=idiom", ".split"], ["map", ".map-node"]]) {
        await page.evaluate("(section) => { location.hash = '#/' + section }", section);
        await page.wait(sign);
        const [content, window] = await page.evaluate("() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]");
        assert.equal(content, window, section);
    }
}, { width: 320, height: 700 }));

for (const [look, options] of [["light", {}], ["dark", { dark: true }], ["phone", { width: 390, height: 844 }], ["narrow and dark", { width: 320, height: 700, dark: true }]]) {
    test(`on the operators' pages, axe-core finds no violation (${look})`, shared.visit(async (page) => {
        await openSection(page, "funnel", { data: { ...operatorData, week: operatorData.crowd } });
        for (const [section, sign] of [["", ".comparison"], ["problems?status=all", ".problem-list a"], ["problems/p2", ".problem-sessions a"], ["funnel", ".steps"], ["funnel?by=idiom", ".group h2"], ["map?flow=BookFerry", ".map-node"], ["jobs", ".failure"], ["jobs?state=pending", ".work-list > table"], ["batches?flow=BookFerry", ".batches"], ["audit", ".audit"]]) {
            await page.evaluate("(section) => { location.hash = '#/' + section }", section);
            await page.wait(sign);
            if (section === "jobs") await page.click(".failure summary");
            if (section.startsWith("map")) await page.evaluate("() => document.querySelector('.map-node').dispatchEvent(new MouseEvent('click'))");
            await assertReadable(page, section);
            await assertAccessible(page, section);
        }
    }, options));
}
