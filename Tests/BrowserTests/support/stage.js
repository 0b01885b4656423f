// The setup of browser tests: a server, a browser, a window, and a check of the browser's console.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { Browser } from "./browser.js";
import { Server } from "./server.js";

/**
 * A server and a browser for the tests of a file.
 * @param {string[]} [flags] additional flags of `serve`
 * @param {(server: Server) => Promise<void>} [prepare] runs before the first test
 * @param {{launch: () => Promise<any>}} [browser] the browser's class
 * @returns {{server: Server, visit: (work: (page: import("./browser.js").Page) => Promise<void>, options?: any) => () => Promise<void>}}
 */
export function stage(flags, prepare, browser = Browser) {
    const shared = {
        /** Runs a test in a window of its own. The test fails if the browser's console contains errors. */
        visit: (work, options) => async () => {
            const page = await shared.browser.open(options);
            try {
                await work(page);
                assert.deepEqual(await page.consoleErrors(), []);
            } finally {
                await page.close();
            }
        },
    };
    before(async () => {
        shared.server = await Server.start(flags);
        await prepare?.(shared.server);
        shared.browser = await browser.launch();
    });
    after(async () => {
        await shared.browser?.quit();
        await shared.server?.stop();
    });
    return shared;
}

/** The selector of an action's button on the screen in front. */
export const action = (name) => `.layer:not([inert]) [data-action="${name}"]:is(button)`;

/** The selector of a screen in front, by its name. */
export const screen = (name) => `.layer:not([inert]) [data-name="${name}"]`;

/** Opens a flow and waits for its first screen. */
export async function open(page, server, flow, first) {
    await page.go(`${server.client}?flow=${flow}`);
    await page.wait(screen(first));
}

/** Presses an action's button, and waits for the next screen. */
export async function press(page, name, next) {
    // A click can miss an element that moves.
    await page.until("the animations to end", () => page.evaluate(
        "() => document.getAnimations().every((one) => one.playState !== 'running' || one.effect.getComputedTiming().iterations === Infinity)"));
    await page.click(action(name));
    await page.wait(screen(next));
}

/** Opens the console with the operator's token. */
export async function signIn(page, server) {
    await page.go(`${server.origin}/admin`);
    await page.fill("#token", server.token);
    await page.click("form button");
    await page.wait(".attention");
}

/** Opens the link to a route of the ferry. */
export async function openFerry(page, server) {
    await page.go(`${server.client}#/ferry/kiel-oslo`);
    await page.wait(screen("Ferry.Search"));
}

/** Searches for the sailings of a day. */
export async function searchSailings(page, date) {
    await page.fillDate("[name=date]", date);
    await press(page, "searchButtonPressed", "Ferry.Sailings");
}

/** Chooses the first sailing. */
export async function chooseSailing(page) {
    await page.click(`${screen("Ferry.Sailings")} [data-focus="sailings/0"]`);
    await page.wait(screen("Ferry.Passengers"));
}

/** Adds the only passenger, and continues to the choice of a cabin. */
export async function addPassenger(page, name = "Ada") {
    await press(page, "addButtonPressed", "EditPassenger.Form");
    await page.fill("[name=name]", name);
    await page.fill("[name=age]", "36");
    await press(page, "saveButtonPressed", "Ferry.Passengers");
    await press(page, "continueButtonPressed", "CabinDeck.List");
}

/** Goes from the link to a route of the ferry to the choice of a cabin, with one passenger. */
export async function reachDeck(page, server, date) {
    await openFerry(page, server);
    await searchSailings(page, date);
    await chooseSailing(page);
    await addPassenger(page);
}

/** Chooses a cabin by its place in the list, and waits for the next screen. A cabin can be booked once a day. */
export async function chooseCabin(page, index, next) {
    await page.click(`${screen("CabinDeck.List")} [data-focus="offers/${index}"]`);
    await press(page, "chooseButtonPressed", next);
}

/** Creates an account during a booking, and returns to the booking. */
export async function createAccount(page) {
    await press(page, "createAccountButtonPressed", "Login.SignUp");
    await press(page, "goToAccountDetailsButtonPressed", "Login.AccountDetails");
    await press(page, "goToFirstButtonPressed", "Ferry.Review");
}

/** The session that the browser has stored: its id and, unless it is a user's, its token. */
export const stored = (page) => page.evaluate("() => JSON.parse(localStorage.getItem('fairway.session'))");

/** The server's view of this browser's session. */
export function state(page) {
    return page.evaluate(`async () => {
        const { id, token } = JSON.parse(localStorage.getItem("fairway.session"));
        const headers = { Authorization: "Bearer " + token };
        return (await fetch("/v1/sessions/" + id, { headers })).json();
    }`);
}
