import assert from "node:assert/strict";
import { test } from "node:test";
import { keys } from "./support/browser.js";
import { assertReadable } from "./support/readable.js";
import {
    action, addPassenger, chooseCabin, chooseSailing, createAccount, openFerry, press, reachDeck, screen, searchSailings, stage,
} from "./support/stage.js";

const shared = stage();

test("a ferry is booked after a declined card, and results of payments are shown without user action", shared.visit(async (page) => {
    await openFerry(page, shared.server);
    assert.equal(await page.value("[name=to]"), "Oslo");
    await page.fillDate("[name=date]", "2020-06-01");
    await page.click(action("searchButtonPressed"));
    await page.until("the date to be refused", async () => /That day is over/.test(await page.text("[data-field=date] .error")));
    await searchSailings(page, "2090-06-01");
    await chooseSailing(page);
    await addPassenger(page);
    await chooseCabin(page, 1, "Login.Welcome");
    await createAccount(page);

    await press(page, "continueButtonPressed", "Ferry.Payment");
    await page.fill("[name=card]", "4000 0000 0000 0002");
    await page.click(action("payButtonPressed"));
    await page.until("the decline", async () => /was declined/.test(await page.text(screen("Ferry.Payment"))));
    await page.fill("[name=card]", "4242 4242 4242 4242");
    await page.click(action("payButtonPressed"));
    await page.wait(screen("Ferry.Confirmation"));
    await press(page, "doneButtonPressed", "Home.Menu");
}));

test("the return link is copied and shared, and opens the booking once", shared.visit(async (page) => {
    await reachDeck(page, shared.server, "2090-07-01");
    await chooseCabin(page, 1, "Login.Welcome");
    await createAccount(page);
    await page.evaluate(`() => void Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { window.copied = text } } })`);
    await press(page, "finishLaterButtonPressed", "Ferry.FinishLater");
    const later = screen("Ferry.FinishLater");
    const link = await page.text(`${later} .return-link`);
    assert.match(link, new RegExp(`^${shared.server.origin}/r/[\\w-]{16}$`));
    await page.click(`${later} .body button`);
    assert.equal(await page.evaluate("() => window.copied"), link);
    // This browser has no list of apps, so the link is shared by e-mail.
    const share = await page.evaluate("(later) => document.querySelector(later + ' a.plain')?.href ?? 'share'", later);
    assert.ok(share === "share" || decodeURIComponent(share).endsWith(link), share);
    await shared.visit(async (other) => {
        await other.go(link);
        await other.click("#continue");
        await other.wait(screen("Ferry.Review"));
        assert.equal((await other.find(later)).length, 0);
    })();
}));

test("a booking is cancelled with buttons that say what they do, and its refund is told", shared.visit(async (page) => {
    await reachDeck(page, shared.server, "2090-07-02");
    await chooseCabin(page, 1, "Login.Welcome");
    await createAccount(page);
    await press(page, "continueButtonPressed", "Ferry.Payment");
    assert.equal(await page.evaluate("() => document.querySelector('[name=card]').inputMode"), "numeric");
    await page.fill("[name=card]", "4000 0000 0000 0119");
    await page.click(action("payButtonPressed"));
    await page.wait(screen("Ferry.Processing"));
    // Nothing leads away from a payment, so there is no button that would do nothing.
    assert.equal((await page.find(".layer:not([inert]) .back")).length, 0);
    await page.wait(screen("Ferry.Confirmation"));
    await press(page, "ticketDeskButtonPressed", "TicketDesk.Options");
    assert.match(await page.text(screen("TicketDesk.Options")), /Refund\s+€\d+\.\d\d/);
    const answers = () => page.evaluate("() => [...document.querySelectorAll('dialog.confirm button')].map((button) => button.innerText)");
    await page.click(action("cancelBookingButtonPressed"));
    await page.wait("dialog.confirm[open]");
    assert.deepEqual(await answers(), ["Keep booking", "Cancel booking"]);
    await page.click("dialog.confirm button[value=no]");
    await page.wait(screen("TicketDesk.Options"));
    await page.click(action("cancelBookingButtonPressed"));
    await page.click("dialog.confirm button[value=yes]");
    await page.until("the refund", async () => /^Your booking is cancelled\. €\d+\.\d\d will be refunded/.test(await page.text("#toasts .toast")));
}));

/** The selector of an element that only the screen's own renderer draws. */
const drawings = {
    "Ferry.Sailings": ".sailings .crossing",
    "CabinDeck.List": ".deck .cabin",
    "CabinDeck.Detail": ".hull.alone .plan",
    "Ferry.Review": ".voyage .ship",
    "Ferry.Payment": ".amount",
    "Ferry.Confirmation": ".pass .barcode rect",
};

/** Elements that overflow their container. */
const cramped = `(selector) => {
    const parts = [...document.querySelectorAll(selector + ", " + selector + " :not(svg, svg *, input)")];
    return parts.filter(({ clientWidth, scrollWidth }) => clientWidth && scrollWidth > clientWidth).map(({ className }) => className);
}`;

// The smallest width to support (WCAG 2.2, 1.4.10).
for (const look of [{ width: 320, height: 844, dark: true }, { width: 1280, height: 860 }]) {
    const name = `${look.width} pixels in ${look.dark ? "dark" : "light"} mode`;

    test(`the ferry's custom screens fit ${name}, are readable and work by keyboard`, shared.visit(async (page) => {
        const check = async (place) => {
            await page.wait(`${screen(place)} ${drawings[place]}`);
            await assertReadable(page, place);
            assert.deepEqual(await page.evaluate(cramped, screen(place)), [], place);
        };
        const choose = async (place, row) => {
            await page.evaluate("(selector) => document.querySelector(selector).focus()", `${screen(place)} [data-focus="${row}"]`);
            await page.press(keys.enter);
        };
        await openFerry(page, shared.server);
        await searchSailings(page, "2090-06-02");
        await check("Ferry.Sailings");
        const card = await page.text(`${screen("Ferry.Sailings")} [data-focus="sailings/0"]`);
        assert.match(card, /^(14:00|2:00 PM)\nKiel\n20 h\n10:00( AM)?\nOslo\nnext day\n€89\.00\nper adult$/);
        await choose("Ferry.Sailings", "sailings/0");
        await page.wait(screen("Ferry.Passengers"));
        await addPassenger(page, "<b>Ada</b>");
        await check("CabinDeck.List");
        await choose("CabinDeck.List", `offers/${look.dark ? 0 : 1}`);
        await check("CabinDeck.Detail");
        await press(page, "chooseButtonPressed", "Login.Welcome");
        await createAccount(page);
        await check("Ferry.Review");
        assert.ok((await page.text(`${screen("Ferry.Review")} .facts`)).includes("<b>Ada</b> (36)"));
        await press(page, "continueButtonPressed", "Ferry.Payment");
        await check("Ferry.Payment");
        await page.fill("[name=card]", "4242 4242 4242 4242");
        await page.click(action("payButtonPressed"));
        await check("Ferry.Confirmation");
        assert.equal(await page.evaluate(`() => document.querySelector("#app b") === null`), true);
    }, look));
}

test("a cabin held by another session is shown as taken and is disabled", shared.visit(async (page) => {
    await reachDeck(page, shared.server, "2090-06-03");
    await chooseCabin(page, 0, "Login.Welcome");
    await shared.visit(async (other) => {
        await reachDeck(other, shared.server, "2090-06-03");
        assert.match(await other.text(`${screen("CabinDeck.List")} .taken`), /201[^]*Taken/);
        assert.deepEqual(await other.find(`${screen("CabinDeck.List")} [data-focus="offers/0"]`), []);
        await assertReadable(other, "a taken cabin");
    })();
}));
