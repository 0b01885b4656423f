import assert from "node:assert/strict";
import { test } from "node:test";
import { keys } from "./support/browser.js";
import { action, open, press, screen, stage } from "./support/stage.js";

const shared = stage();

test("Imperio from the menu to its end, with tutorial, picture and profile", shared.visit(async (page) => {
    await page.go(shared.server.client);
    await page.click(`${screen("Home.Menu")} [data-focus="entries/4"]`);
    await page.wait(screen("Imperio.Main"));

    await press(page, "tutorialStartButtonPressed", "Tutorial.Page1");
    await press(page, "nextToPage2ButtonPressed", "Tutorial.Page2");
    await press(page, "nextToPage3ButtonPressed", "Tutorial.Page3");
    await press(page, "completeButtonPressed", "Imperio.Main");
    assert.match(await page.text(screen("Imperio.Main")), /green/);

    await press(page, "imagePickerStartButtonPressed", "ImagePicker.ChooseSource");
    await page.press(keys.escape);
    await page.wait(screen("Imperio.Main"));
    await press(page, "imagePickerStartButtonPressed", "ImagePicker.ChooseSource");
    await press(page, "albums", "ImagePicker.Picker");
    await page.click(`${screen("ImagePicker.Picker")} [data-focus="images/1"]`);
    await page.wait(screen("Imperio.Main"));
    assert.match(await page.text(screen("Imperio.Main")), /lighthouse\.jpg/);

    await press(page, "editProfileButtonPressed", "EditProfile.Form");
    assert.equal(await page.value("[name=name]"), "Ada Lovelace");
    await page.fill("[name=name]", "Grace Hopper");
    await page.fill("[name=email]", "nowhere");
    await page.click(action("saveButtonPressed"));
    await page.until("the address to be refused", async () => /Enter an e-mail address/.test(await page.text("[data-field=email] .error")));
    assert.match(await page.evaluate("() => document.activeElement.matches('.summary') && document.activeElement.innerText"), /^Please check your input\nE-mail: /);
    await page.press(keys.tab);
    await page.press(keys.enter);
    assert.equal(await page.evaluate("() => document.activeElement.name"), "email");
    await page.fill("[name=email]", "grace@example.org");
    await press(page, "saveButtonPressed", "Imperio.Main");
    assert.match(await page.text(screen("Imperio.Main")), /Grace Hopper/);

    await press(page, "closeButtonPressed", "Home.Menu");
}));

test("GoAnywhere jumps to a screen, goes back to the previous one, and continues in order", shared.visit(async (page) => {
    await open(page, shared.server, "GoAnywhere", "GoAnywhere.Initial");
    await press(page, "startButtonPressed", "GoAnywhere.First");
    const choose = (place) => page.click(`${screen("GoAnywhere.First")} [name=to] option:nth-of-type(${place + 1})`);
    await choose(1);
    await page.click(action("goButtonPressed"));
    await page.until("the place to be refused", async () => /Choose another place/.test(await page.text(".summary")));
    await choose(7);
    await page.click(action("goButtonPressed"));
    await page.wait(screen("GoAnywhere.Seventh"));
    await press(page, "backButtonPressed", "GoAnywhere.First");
    for (const place of ["Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh"]) {
        await press(page, "nextButtonPressed", `GoAnywhere.${place}`);
    }
    await page.click(action("nextButtonPressed"));
    await page.wait(`${screen("GoAnywhere.Seventh")} .notice`);
    await press(page, "backToRootButtonPressed", "GoAnywhere.Initial");
    await page.click(action("closeButtonPressed"));
    await page.wait("[data-outcome=completed]");
}));

test("Planets by list and by link, with a web page", shared.visit(async (page) => {
    await open(page, shared.server, "Planets", "Planets.Start");
    await press(page, "discoverButtonPressed", "Planets.List");
    await page.click(`${screen("Planets.List")} [data-focus="planets/2"]`);
    await page.wait(screen("Planets.Detail"));
    assert.equal(await page.text(`${screen("Planets.Detail")} h1`), "Earth");
    await press(page, "showInWikipediaButtonPressed", "Planets.Web");
    await page.wait('#toasts a[href="https://en.wikipedia.org/wiki/Earth"]');
    await press(page, "goToListButtonPressed", "Planets.List");
    assert.equal((await page.find(".layer")).length, 1);

    await page.go(`${shared.server.client}#/planets/saturn`);
    await page.wait(screen("Planets.Detail"));
    await page.until("Saturn", async () => (await page.text(`${screen("Planets.Detail")} h1`)) === "Saturn");
    await page.until("the address", async () => (await page.url()) === `${shared.server.client}#/planets/saturn`);
}));

test("on a pad, a list and its detail are side by side", shared.visit(async (page) => {
    await page.go(shared.server.client);
    await page.wait(screen("Home.Menu"));
    await page.click("#menu-button");
    await page.click("#menu-device option[value=pad]");
    await page.click("form:has(#menu-device) button");
    await page.until("the menu to close", async () => (await page.find("dialog[open]")).length === 0);
    await page.click(`${screen("Home.Menu")} [data-focus="entries/14"]`);
    await page.wait(screen("Programs.Detail"));
    await page.click(`${screen("Programs.List")} [data-focus="programs/0"]`);
    await page.until("the program", async () => /Morning run/.test(await page.text(screen("Programs.Detail"))));
    await press(page, "createProgramButtonPressed", "CreateProgram.Form");
    assert.equal((await page.find(screen("Programs.List"))).length, 1);
    await page.fill("[name=name]", "Evening swim");
    await press(page, "saveButtonPressed", "Programs.Detail");
    await page.until("the new program", async () => /Evening swim/.test(await page.text(screen("Programs.List"))));
}));
