import assert from "node:assert/strict";
import { test } from "node:test";
import { screen, stage } from "./support/stage.js";

const killExit = 86;

/** Starts the server again after it was killed, as `script/server` does. */
async function supervise(server) {
    server.process.once("exit", async (code) => {
        if (code !== killExit) return;
        await server.run();
        supervise(server);
    });
}

const shared = stage(["--demo-kill"], supervise);
const inFrame = (page, script) => page.evaluate(`() => (${script})(document.querySelector("iframe").contentWindow)`);
const isOldEnough = async () => (await (await fetch(`${shared.server.origin}/demo/kill`)).json()).upMilliseconds > 3_000;

test("an action that the server's end interrupts is applied after the restart", shared.visit(async (page) => {
    await page.go(shared.server.origin);
    await page.wait("#kill-server:enabled");
    await page.until("the server to be old enough", isOldEnough);
    await page.click("#kill-server");
    await page.wait("#story li:nth-child(3)");
    assert.match(await page.text("#story"), /ended, without a shutdown[^]*searchButtonPressed[^]*applied \d+\.\d s after the restart: revision 2, screen Ferry\.Sailings/);
    assert.equal(await inFrame(page, `(w) => w.document.querySelector('${screen("Ferry.Sailings")}') !== null`), true);
    assert.equal(await page.evaluate("() => document.getElementById('kill-server').ariaDisabled"), null);
}));

test("only the first page can end the server", async () => {
    const call = (headers) => fetch(`${shared.server.origin}/demo/kill`, { method: "POST", headers });
    assert.equal((await call({})).status, 403);
    assert.equal((await call({ Origin: "https://shop.example" })).status, 403);
});
