import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "./support/client.js";
import { Firefox } from "./support/firefox.js";
import { action, chooseCabin, createAccount, open, press, reachDeck, screen, signIn, stage, stored } from "./support/stage.js";

const shared = stage([], undefined, Firefox);

test("Firefox: a ferry is booked, and the result of the payment is shown without user action", shared.visit(async (page) => {
    await reachDeck(page, shared.server, "2090-06-04");
    await chooseCabin(page, 1, "Login.Welcome");
    await createAccount(page);
    await press(page, "continueButtonPressed", "Ferry.Payment");
    await page.fill("[name=card]", "4242 4242 4242 4242");
    await page.click(action("payButtonPressed"));
    await page.wait(`${screen("Ferry.Confirmation")} .pass .barcode rect`);
}));

test("Firefox: the console follows changes without a reload", shared.visit(async (page) => {
    const client = await Client.start(shared.server, "Counter");
    await signIn(page, shared.server);
    await page.click("#sections a[href='#/sessions']");
    await page.click(`tr[data-session="${client.id}"] a`);
    await page.wait(".timeline");
    await client.act("incrementButtonPressed", undefined, "Counter.Page");
    await page.until("the action", async () => /incrementButtonPressed/.test(await page.text(".timeline")));
}));

test("Firefox: a state with line separators arrives through the stream", shared.visit(async (page) => {
    await open(page, shared.server, "Imperio", "Imperio.Main");
    const client = new Client(shared.server);
    Object.assign(client, await stored(page));
    await client.act("editProfileButtonPressed", undefined, "EditProfile.Form");
    await client.act("saveButtonPressed", { name: "Gr\u2028a\u2029ce", email: "grace@example.org" }, "Imperio.Main");
    const text = `document.querySelector(${JSON.stringify(screen("Imperio.Main"))}).textContent`;
    await page.until("the name", async () => (await page.evaluate(`() => ${text}`)).includes("Gr\u2028a\u2029ce"));
}));
