// The console's page of webhooks.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./support/axe.js";
import { assertReadable } from "./support/readable.js";
import { simulateConsole } from "./support/simulatedConsole.js";
import { signIn, stage } from "./support/stage.js";

const shared = stage();

const webhook = (id, host, more = {}) => ({
    id: `wh_${id}`, host, kinds: null, flows: null, body: "full", state: "active", cursor: "9f3c21d84b7a5e06-120", lag: 0, failures: 0,
    lastError: null, lastErrorAt: null, nextAttempt: null, deliveredAt: "@-4", ...more,
});
const crm = webhook("9d5Q2kTgL0aXcVbn", "crm.example", {
    flows: ["BookFerry"], state: "failing", lag: 312.5, failures: 4, lastError: "The receiver answered 503.", lastErrorAt: "@-20",
    nextAttempt: "@31", deliveredAt: "@-313",
});
const gone = webhook("a81hZ0qXvP3tLw2s", "old.example", {
    kinds: ["action", "end"], body: "thin", state: "disabled", lag: 86_400, failures: 1,
    lastError: "The receiver answered 410, and gets no more events.", lastErrorAt: "@-86400",
});
const answers = {
    "GET /webhooks": { webhooks: [webhook("Qm0fT7cW4yUe1RzB", "warehouse.example"), crm, gone], next: null },
    "POST /webhooks/wh_a81hZ0qXvP3tLw2s/redeliver": { ...gone, state: "active" },
};

/** Opens the page with simulated calls. */
async function openWebhooks(page) {
    await simulateConsole(page, answers);
    await signIn(page, shared.server);
    await page.click('#sections a[href="#/webhooks"]');
    await page.wait("table.webhooks [data-webhook]");
}

test("webhooks show their states, lags, failures and errors", shared.visit(async (page) => {
    await openWebhooks(page);
    assert.match(await page.text("[data-webhook=wh_Qm0fT7cW4yUe1RzB]"), /warehouse\.example.*active.*all/s);
    assert.match(await page.text("[data-webhook=wh_9d5Q2kTgL0aXcVbn]"), /crm\.example.*failing.*The receiver answered 503\..*of BookFerry.*5 min.*4.*in \d+ seconds.*5 minutes ago/s);
    assert.match(await page.text("[data-webhook=wh_a81hZ0qXvP3tLw2s]"), /old\.example.*disabled.*answered 410.*action, end, thin/s);
}));

test("events are delivered again from the present cursor, or from another one", shared.visit(async (page) => {
    await openWebhooks(page);
    await page.click("[data-webhook=wh_a81hZ0qXvP3tLw2s] button");
    await page.wait("dialog[open] input");
    assert.equal(await page.value("dialog input"), "9f3c21d84b7a5e06-120");
    await page.click("dialog button.primary");
    await page.until("the dialog to close", async () => !(await page.find("dialog")).length);
    assert.deepEqual(await page.evaluate("() => window.calls"), [["POST /webhooks/wh_a81hZ0qXvP3tLw2s/redeliver", { after: "9f3c21d84b7a5e06-120" }]]);
}));

for (const [name, options] of Object.entries({ "a wide page": { width: 1440, height: 900 }, "a narrow dark page": { width: 390, height: 844, dark: true } })) {
    test(`the page of webhooks is accessible on ${name}`, shared.visit(async (page) => {
        await openWebhooks(page);
        await assertAccessible(page, "webhooks");
        await assertReadable(page);
        await page.click("[data-webhook=wh_9d5Q2kTgL0aXcVbn] button");
        await page.wait("dialog[open]");
        await assertAccessible(page, "the dialog of a redelivery");
    }, options));
}
