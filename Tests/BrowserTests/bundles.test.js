import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { screen, stage } from "./support/stage.js";

/** Every page of the server, and an element that shows that it is complete. */
const pages = {
    "/": "iframe[data-ready]",
    "/app": screen("Home.Menu"),
    "/app?flow=Ferry": screen("Ferry.Search"),
    "/gallery": ".frame .screen",
    "/admin": "#token",
    "/docs": "main h1",
    "/docs/build-a-client": "main h1",
    "/docs/api": "#postSessionsBySessionActions",
    "/docs/api/operators": "#getAdminSummary",
    "/r/some-code": "#continue:enabled",
    "/problems": "main h1",
    "/problems/stale-screen": "main h2",
};

/** The files that the page loaded beside its document and its data, with the transferred bytes. The icon is listed twice: it is also in the tab. */
const requests = (page) =>
    page.evaluate(`() => performance.getEntriesByType("resource")
        .filter(({ name, initiatorType }) => initiatorType !== "iframe" && !new URL(name).pathname.startsWith("/v1/") && !["/openapi.json", "/problems"].includes(new URL(name).pathname))
        .map(({ name, transferSize }) => [new URL(name).pathname, transferSize])
        .filter(([path], index, all) => all.findIndex(([other]) => other === path) === index)`);

describe("with bundles", () => {
    const shared = stage();

    for (const [address, sign] of Object.entries(pages)) {
        test(`${address} loads three files at most, and none of its bundles a second time`, shared.visit(async (page) => {
            await page.go(shared.server.origin + address);
            await page.wait(sign);
            const first = await requests(page);
            assert.ok(first.length <= 3, JSON.stringify(first));
            await page.go("about:blank");
            await page.go(shared.server.origin + address);
            await page.wait(sign);
            const bundles = (await requests(page)).filter(([path]) => path.startsWith("/bundles/"));
            assert.deepEqual(bundles.filter(([, bytes]) => bytes > 0), []);
        }));
    }

    test("pages of the docs share their bundles", shared.visit(async (page) => {
        const files = [];
        for (const address of ["/docs", "/docs/build-a-client"]) {
            await page.go(shared.server.origin + address);
            await page.wait("main h1");
            files.push((await requests(page)).map(([path]) => path).sort());
        }
        assert.deepEqual(files[0], files[1]);
    }));

    test("the pages of the console load nothing when they are opened", shared.visit(async (page) => {
        await page.go(`${shared.server.origin}/admin`);
        await page.fill("#token", shared.server.token);
        await page.click("form button");
        await page.wait(".attention");
        for (const [hash, sign] of [["#/flows", "table.flows"], ["#/map", ".map-node"], ["#/jobs", "main h1"], ["#/audit", "main h1"]]) {
            await page.evaluate("(hash) => void (location.hash = hash)", hash);
            await page.wait(sign);
        }
        const found = await requests(page);
        assert.ok(found.length <= 3, JSON.stringify(found));
    }));
});

describe("unbundled", () => {
    const shared = stage(["--unbundled"]);

    test("the client runs from its modules", shared.visit(async (page) => {
        await page.go(`${shared.server.client}?flow=Ferry`);
        await page.wait(screen("Ferry.Search"));
        const found = (await requests(page)).map(([path]) => path);
        assert.ok(found.includes("/web/main.js") && found.includes("/fairway/session.js"), found.join());
        assert.ok(!found.some((path) => path.startsWith("/bundles/")));
    }));
});
