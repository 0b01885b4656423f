import assert from "node:assert/strict";
import { test } from "node:test";
import { action, press, screen, stage } from "./support/stage.js";

const shared = stage();

test("a ferry, with a card that is declined and one that is not: what comes of them arrives by itself", shared.visit(async (page) => {
    await page.go(`${shared.server.origin}/#/ferry/kiel-oslo`);
    await page.wait(screen("Ferry.Search"));
    assert.equal(await page.value("[name=to]"), "oslo");
    await page.fill("[name=date]", "yesterday");
    await page.click(action("searchButtonPressed"));
    await page.until("the date to be refused", async () => /Write it like/.test(await page.text("[data-field=date] .error")));
    await page.fill("[name=date]", "2090-06-01");
    await press(page, "searchButtonPressed", "Ferry.Sailings");
    await page.click(`${screen("Ferry.Sailings")} [data-focus="sailings/0"]`);
    await page.wait(screen("Ferry.Passengers"));

    await press(page, "addButtonPressed", "EditPassenger.Form");
    await page.fill("[name=name]", "Ada");
    await page.fill("[name=age]", "36");
    await press(page, "saveButtonPressed", "Ferry.Passengers");

    await press(page, "continueButtonPressed", "CabinDeck.List");
    await page.click(`${screen("CabinDeck.List")} [data-focus="offers/1"]`);
    await press(page, "chooseButtonPressed", "Login.Welcome");
    await press(page, "createAccountButtonPressed", "Login.SignUp");
    await press(page, "goToAccountDetailsButtonPressed", "Login.AccountDetails");
    await press(page, "goToFirstButtonPressed", "Ferry.Review");

    await press(page, "continueButtonPressed", "Ferry.Payment");
    await page.fill("[name=card]", "4000 0000 0000 0002");
    await page.click(action("payButtonPressed"));
    await page.until("the decline", async () => /was declined/.test(await page.text(screen("Ferry.Payment"))));
    await page.fill("[name=card]", "4242 4242 4242 4242");
    await page.click(action("payButtonPressed"));
    await page.wait(screen("Ferry.Confirmation"));
    await press(page, "doneButtonPressed", "Home.Menu");
}));
