import assert from "node:assert/strict";
import { test } from "node:test";
import { open, press, screen, signIn, stage, state } from "./support/stage.js";

const shared = stage();

test("a wrong token is rejected with a message", shared.visit(async (page) => {
    await page.go(`${shared.server.origin}/admin`);
    await page.fill("#token", "guess");
    await page.click("form button");
    await page.until("the refusal", async () => /not the operator's token/.test(await page.text("[role=alert]")));
}));

test("an operator finds a session, inspects its tree, journal and map, and ends it", shared.visit(async (page) => {
    await open(page, shared.server, "Imperio", "Imperio.Main");
    await press(page, "tutorialStartButtonPressed", "Tutorial.Page1");
    await press(page, "nextToPage2ButtonPressed", "Tutorial.Page2");
    const { session } = await state(page);

    await signIn(page, shared.server);
    await page.fill("[name=session]", `${session}\n`);
    await page.until("its two flows", async () => (await page.find("tbody tr")).length === 2);
    await page.click("tbody tr a");
    await page.wait(".tree");
    assert.deepEqual(await page.evaluate("() => [...document.querySelectorAll('.tree .node strong')].map((node) => node.textContent)"), ["Imperio", "Tutorial"]);
    assert.match(await page.text('.chip[data-front="true"]'), /Page2/);
    const kinds = await page.evaluate("() => [...document.querySelectorAll('.timeline li')].map((entry) => entry.dataset.kind)");
    assert.deepEqual(kinds, ["action", "action", "start"]);

    await page.click("#sections a[href='#/map']");
    await page.click('.map-node[data-name="Tutorial.Page1"]');
    await page.until("the actions from the screen", async () => /nextToPage2ButtonPressed/.test(await page.text(".details")));

    await page.go(`${shared.server.origin}/admin#/sessions/${session}`);
    await page.click("header .destructive");
    await page.click("dialog .destructive");
    await page.until("the end", async () => (await page.text("[data-status]")) === "ended");
    assert.equal((await shared.server.operator("GET", `/v1/admin/sessions/${session}`)).session.outcome, "ended");

    await page.go(shared.server.origin);
    await page.wait("[data-outcome=ended]");
}));

test("the console follows changes without a reload", shared.visit(async (page) => {
    await open(page, shared.server, "Counter", "Counter.Page");
    const { session } = await state(page);
    const first = await page.tab();
    const second = await page.newTab();
    await page.switchTo(second);
    await signIn(page, shared.server);
    await page.go(`${shared.server.origin}/admin#/sessions/${session}`);
    await page.wait(".timeline");
    await page.switchTo(first);
    await press(page, "incrementButtonPressed", "Counter.Page");
    await page.switchTo(second);
    await page.until("the action", async () => /incrementButtonPressed/.test(await page.text(".timeline")));
}));

test("failed work is listed, retried and cancelled", shared.visit(async (page) => {
    // The samples' jobs are never given up, so the server's answers are simulated.
    await page.beforeEachPage(`
        const failed = (id, name) => ({ session: "s1", id, flow: "f2", kind: "job", name, state: "failed", attempts: 8, error: "The card was <b>declined</b>." });
        let jobs = [failed("j1", "Charge"), failed("j2", "Refund")];
        const original = window.fetch;
        window.calls = [];
        window.fetch = async (path, options) => {
            if (!path.startsWith("/v1/admin/jobs")) return original(path, options);
            window.calls.push(options.method + " " + path);
            if (options.method === "GET") return Response.json({ jobs, next: null });
            jobs = jobs.filter(({ id }) => !path.includes(id));
            return new Response(null, { status: 204 });
        };
    `);
    await signIn(page, shared.server);
    await page.click("#sections a[href='#/jobs']");
    await page.until("both jobs", async () => (await page.find("tbody tr")).length === 2);
    assert.match(await page.text("tbody tr"), /<b>declined<\/b>/);
    await page.click("tbody .plain");
    await page.until("the first to be retried", async () => (await page.find("tbody .plain")).length === 1);
    await page.click("tbody .destructive");
    await page.click("dialog .destructive");
    await page.until("an empty list", async () => /No failed jobs/.test(await page.text("tbody")));
    const calls = (await page.evaluate("() => window.calls")).filter((call) => !call.startsWith("GET"));
    assert.deepEqual(calls, ["POST /v1/admin/jobs/s1/j1/retry", "DELETE /v1/admin/jobs/s1/j2"]);
}));

test("the gallery draws every screen's examples", shared.visit(async (page) => {
    await page.go(`${shared.server.origin}/gallery`);
    const { screens } = await (await fetch(`${shared.server.origin}/v1/catalog`)).json();
    const examples = screens.reduce((sum, screen) => sum + screen.examples.length, 0);
    await page.until("every example", async () => (await page.find(".frame .screen")).length === examples);
    await page.type("#search", "planets list");
    await page.until("the screen that is searched for", async () => /^1 of /.test(await page.text("#count")));
}));
