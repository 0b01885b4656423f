import assert from "node:assert/strict";
import { test } from "node:test";
import { keys } from "./support/browser.js";
import { action, screen, stage } from "./support/stage.js";

const shared = stage();

test("a ferry is booked with the keyboard alone", shared.visit(async (page) => {
    /** Moves the focus to an element of the screen in front, and presses Enter. */
    const enter = async (selector, next) => {
        await page.tabTo(selector);
        await page.press(keys.enter);
        await page.wait(screen(next));
    };
    const fill = async (name, text) => {
        await page.tabTo(`[name=${name}]`);
        await page.write(text);
    };
    /** A new screen has the focus, so that Tab leads on from its heading. */
    const arrives = async (name) => assert.equal(await page.evaluate("(selector) => document.querySelector(selector).contains(document.activeElement)", screen(name)), true, name);

    await page.go(`${shared.server.client}?flow=Ferry`);
    await page.wait(screen("Ferry.Search"));
    await fill("from", "ki");
    await page.press(keys.enter);
    await page.tabTo("[name=to]");
    await page.press(keys.down);
    for (let presses = 0; presses < 4 && (await page.evaluate("() => document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.textContent")) !== "Oslo"; presses++) await page.press(keys.down);
    await page.press(keys.enter);
    assert.deepEqual([await page.value("[name=from]"), await page.value("[name=to]")], ["Kiel", "Oslo"]);
    await fill("date", "06052090");
    await enter(action("searchButtonPressed"), "Ferry.Sailings");
    await arrives("Ferry.Sailings");

    await enter('[data-focus="sailings/0"]', "Ferry.Passengers");
    await enter(action("addButtonPressed"), "EditPassenger.Form");
    await arrives("EditPassenger.Form");
    await page.press(keys.escape);
    await page.wait(screen("Ferry.Passengers"));
    await enter(action("addButtonPressed"), "EditPassenger.Form");
    await fill("name", "Ada");
    await fill("age", "35");
    await page.press(keys.up);
    assert.equal(await page.value("[name=age]"), "36");
    await page.press(keys.enter);
    await page.wait(screen("Ferry.Passengers"));
    assert.match(await page.text(screen("Ferry.Passengers")), /Ada/);
    await enter(action("continueButtonPressed"), "CabinDeck.List");

    await page.tabTo("[role=tab][aria-selected=true]");
    await page.press(keys.right);
    await page.wait("[role=tab][data-tab=outside][aria-selected=true]");
    await page.tabTo(`${screen("CabinDeck.List")} [data-focus^="offers/"]`);
    await page.press(keys.enter);
    await page.wait(screen("CabinDeck.Detail"));
    await enter(action("chooseButtonPressed"), "Login.Welcome");
    await enter(action("createAccountButtonPressed"), "Login.SignUp");
    await enter(action("goToAccountDetailsButtonPressed"), "Login.AccountDetails");
    await enter(action("goToFirstButtonPressed"), "Ferry.Review");
    await arrives("Ferry.Review");
    await enter(action("continueButtonPressed"), "Ferry.Payment");

    await fill("card", "4000 0000 0000 0002");
    await page.press(keys.enter);
    await page.until("the decline", async () => /was declined/.test(await page.text(screen("Ferry.Payment"))));
    await page.tabTo("[name=card]");
    await page.write("4242 4242 4242 4242");
    await page.press(keys.enter);
    await page.wait(screen("Ferry.Confirmation"));
    await arrives("Ferry.Confirmation");
    await page.tabTo(action("doneButtonPressed"));
    await page.press(keys.enter);
    await page.wait("[data-outcome], .screen.over, .layer [data-name]");
}));
