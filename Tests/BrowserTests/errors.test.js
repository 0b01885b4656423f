import assert from "node:assert/strict";
import { test } from "node:test";
import { stage } from "./support/stage.js";

const shared = stage();

test("a problem code leads to its page, and the page to the calls that can answer with it", shared.visit(async (page) => {
    await page.go(`${shared.server.origin}/docs/api#postSessionsBySessionActions`);
    await page.click('#postSessionsBySessionActions a[href="/problems/stale-screen"]');
    await page.wait("main.problem");
    await page.click('main a[href="/docs/api#problem-stale-screen"]');
    await page.wait("#problem-stale-screen[open]");
    assert.match(await page.text("#problem-stale-screen"), /POST \/v1\/sessions\/\{session\}\/actions/);
    assert.equal(await page.evaluate("() => document.querySelector('#problem-stale-screen').getBoundingClientRect().top < innerHeight"), true);
}));

for (const [address, title] of [["/v1/nothing", "There is nothing at this path."], ["/v1/sessions/s1", "This call needs a bearer token."], ["/v1/handoffs", "This path does not take that method."]]) {
    test(`a browser that opens ${address} gets a page with the site's style`, shared.visit(async (page) => {
        await page.go(shared.server.origin + address);
        assert.equal(await page.text("main h1"), title);
        assert.deepEqual(await page.evaluate("() => [document.contentType, document.styleSheets.length]"), ["text/html", 1]);
        await page.click("main .links a[href^='/problems/']");
        await page.wait("main h2");
    }));
}
