// The four questions of an operator after a release, each answered by a few clicks from `/admin`, about real sessions of a real server.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { book, Client } from "./support/client.js";
import { signIn, stage } from "./support/stage.js";

const [before, now] = ["2.0", "2.1"];
const flags = (build) => ["--keep-states", "20", "--demo-users", "--build", build];
const declinedCard = "4000 0000 0000 0002";
/** More users stop at the sign-up than anywhere else. */
const walled = 4;
/** The start, six steps to a cabin, and the choice that fails. */
const gracesChanges = 8;
/** @type {Record<string, Client>} */
const users = {};

/** Mary's card is declined, and anonymous users leave at the sign-up. Then a release breaks the choice of a cabin. */
async function prepare(server) {
    users.mary = await Client.start(server, "BookFerry", { user: "mary" });
    await book(users.mary, { until: "Ferry.Payment" });
    await users.mary.act("payButtonPressed", { card: declinedCard }, "Ferry.Processing");
    await users.mary.until("Ferry.Payment");
    for (let index = 0; index < walled; index++) {
        const client = await Client.start(server, "BookFerry");
        // A sailing has few cabins.
        await book(client, { until: "CabinDeck.Detail", date: `2090-07-0${index + 1}` });
        await client.act("chooseButtonPressed", {}, "Login.Welcome");
        await client.act("createAccountButtonPressed", {}, "Login.SignUp");
        await client.end();
    }
    const dan = await Client.start(server, "BookFerry");
    await dan.back(undefined);

    await server.kill();
    server.flags = flags(now);
    await server.run();
    users.grace = await Client.start(server, "BookFerry", { user: "grace" });
    await book(users.grace, { until: "CabinDeck.Detail", date: "2090-08-01" });
    const file = join(server.folder, "fairway-samples", "cabins.jsonl");
    const cabins = readFileSync(file);
    writeFileSync(file, "{\n");
    try {
        await users.grace.refused("chooseButtonPressed", {}, 500);
    } finally {
        writeFileSync(file, cabins);
    }
}

const shared = stage(flags(before), prepare);

const texts = (page, selector) => page.evaluate("(selector) => [...document.querySelectorAll(selector)].map((element) => element.innerText.trim())", selector);

test("what happened to the user whose card was declined? (2 clicks)", shared.visit(async (page) => {
    await signIn(page, shared.server);
    await page.click("#sections a[href='#/problems']");
    await page.until("the decline", async () => /^Declined or given up: (\S*\.)?ChargeCard[^]*Your card was declined\./m.test(await page.text(".problem-list")));
    const rows = await page.evaluate("() => [...document.querySelectorAll('.problem-list tr[data-problem]')].map((row) => [row.dataset.problem, row.innerText])");
    const [id] = rows.find(([, text]) => /Your card was declined\./.test(text));
    await page.click(`.problem-list tr[data-problem="${id}"] a`);
    await page.until("the sentence that the user read", async () => (await page.text(".problem-parts .cause")) === "Your card was declined.");
    assert.deepEqual(await page.evaluate("() => [...document.querySelectorAll('.problem-sessions tr[data-session]')].map((row) => row.dataset.session)"), [users.mary.id]);
}));

test("where do users stop? (1 click)", shared.visit(async (page) => {
    await signIn(page, shared.server);
    await page.click(".stops a");
    await page.until("the wall", async () => (await page.text(".funnel .headline")).startsWith(`Most runs stop on Your booking → Sign up: ${walled} of ${walled}, 100 %.`));
    assert.match(await page.text('.steps [data-screen="Login.SignUp"]'), new RegExp(`^Your booking → Sign up ${walled}[^]*${walled} ended`));
}));

test("what happened to Mary, and what does she see? (2 clicks)", shared.visit(async (page) => {
    await signIn(page, shared.server);
    await page.click("#sections a[href='#/sessions']");
    await page.click(`tr[data-session="${users.mary.id}"] a`);
    await page.until("the sentence that she read", async () => /^“Charge card” was declined once \(“Your card was declined\.”\), /.test(await page.text(".verdict[data-problem=true]")));
    const seen = () => page.evaluate("() => document.querySelector('.screen-frame')?.contentDocument?.querySelector('[data-name=\"Ferry.Payment\"]')?.innerText ?? ''");
    await page.until("the payment with its message", async () => /Your card was declined\./.test(await seen()));
}));

test("what did this release break? (1 click)", shared.visit(async (page) => {
    await signIn(page, shared.server);
    await page.until("the build", async () => new RegExp(`^${now.replace(".", "\\.")}, first started .*, compared with ${before.replace(".", "\\.")}$`).test(await page.text(".release .caption")));
    assert.equal(await page.text(".release a"), "1 problem new since this build");
    assert.deepEqual(await texts(page, ".comparison td[data-label='Difference']"), Array(5).fill("too few"));
    // Of the changes under this build, which Grace made, one failed.
    const shares = async () => (await texts(page, ".comparison td[data-label='This build']")).slice(0, 2);
    await page.until("Grace's changes", async () => (await shares()).join() === `0 % (0 of ${gracesChanges}),13 % (1 of ${gracesChanges})`);
    // Both builds are marked on every chart.
    const marks = await page.evaluate("() => [...document.querySelectorAll('.time-chart')].map((chart) => chart.querySelectorAll('.build-mark').length)");
    assert.deepEqual(marks, Array(6).fill(2));
    await page.click(".release a");
    await page.until("the new problem", async () => (await page.find(".problem-list tr[data-problem]")).length === 1);
    assert.match(await page.text(".problem-list tbody"), /^Failed: chooseButtonPressed\s+new since this build[^]*Cannot read /);
    assert.equal(await page.text("#new-problems"), "1 new");
}));
