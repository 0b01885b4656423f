import assert from "node:assert/strict";
import { test } from "node:test";
import { action, open, press, screen, stage } from "./support/stage.js";

const shared = stage();

const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`m${index}`, index]));
const some = Object.fromEntries(Object.entries(many).slice(0, 101));
const hundred = (item) => Array.from({ length: 100 }, () => item);

/** View models as JSON text, because `JSON.stringify` cannot produce some of them. */
const shapes = {
    "members named like those of every object": `{
        "__proto__": { "broken": 1 }, "constructor": { "prototype": { "broken": 1 } }, "toString": 1, "hasOwnProperty": "x",
        "length": -1, "then": "x", "list": [{ "__proto__": { "title": "x" }, "title": { "__proto__": null } }]
    }`,
    "members of unexpected types": `{
        "title": { "a": 1 }, "message": [1], "buttons": [null, 1, { "action": { "a": 1 } }, { "action": "__proto__" }],
        "image": 1, "colour": "url(javascript:1)", "first": null
    }`,
    "null": "null",
    "twenty thousand buttons": JSON.stringify({ buttons: Array.from({ length: 20_000 }, () => ({ action: "nextButtonPressed", title: "x" })) }),
    "long names and texts": JSON.stringify({ title: "x".repeat(1e6), message: "x".repeat(1e6), ["x".repeat(1e6)]: 1 }),
    "a number": "1e400",
    "lists within lists": `${"[".repeat(5_000)}1${"]".repeat(5_000)}`,
    "objects within objects": `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
    "twenty thousand members": JSON.stringify(many),
    "a member of twenty thousand members": JSON.stringify({ of: many }),
    "a row of twenty thousand members": JSON.stringify({ rows: [many] }),
    "lists of lists of lists": JSON.stringify({ cube: hundred(hundred(hundred(1))) }),
    "lists of rows of members": JSON.stringify(Object.fromEntries(hundred(hundred(some)).map((list, index) => [`l${index}`, list]))),
    "twenty thousand rows": JSON.stringify({ rows: Array.from({ length: 20_000 }, (_, title) => ({ title: `${title}` })) }),
};

test("view models of any shape can be used", shared.visit(async (page) => {
    for (const [name, shape] of Object.entries(shapes)) {
        await open(page, shared.server, "Parameters", "Parameters.Initial");
        await replaceViewModels(page, shape);
        await press(page, "startButtonPressed", "Parameters.First");
        assert.equal(await page.evaluate("() => document.body.innerText.includes('Felipe Garcia')"), false, name);
        await press(page, "nextButtonPressed", "Parameters.Second");
        assert.equal(await page.evaluate("() => ({}).broken ?? globalThis.broken ?? null"), null, name);
        assert.ok(await page.evaluate("() => document.querySelectorAll('*').length") < 20_000, name);
        assert.deepEqual(await page.consoleErrors(), [], name);
    }
}));

test("a large list hides no later members, and a long row hides no other rows", shared.visit(async (page) => {
    const thirty = Object.fromEntries(Object.entries(many).slice(0, 30));
    const programs = hundred({ name: "Third", ...thirty });
    await openPrograms(page, { programs, total: 5, others: hundred({ ...some }) });
    assert.equal(await page.evaluate("() => document.querySelector('dd[data-name=total]').textContent"), "5");
    const details = await page.evaluate("() => [...document.querySelectorAll('.choice')].map((row) => row.querySelectorAll('.detail').length)");
    assert.ok(details.length > 10);
    assert.deepEqual(new Set(details), new Set([30]));
}));

test("deferred rows are drawn on request without losing the scroll position", shared.visit(async (page) => {
    await open(page, shared.server, "Parameters", "Parameters.Initial");
    await replaceViewModels(page, JSON.stringify(many));
    await press(page, "startButtonPressed", "Parameters.First");
    await page.click(".facts .link");
    assert.equal(await page.evaluate("() => document.activeElement.dataset.name"), "m100");
    assert.equal(await page.evaluate("() => document.querySelectorAll('.facts > dt').length"), 200);
}));

test("a clickable row contains no other controls", shared.visit(async (page) => {
    const row = { name: "Third", ...some, link: "https://example.org", long: "x".repeat(9_000), nested: { ...some } };
    await openPrograms(page, { programs: [row] });
    assert.equal((await page.find(".choice")).length, 1);
    assert.equal((await page.find(".choice :is(button, a)")).length, 0);
    await page.click(".choice .detail:last-child");
    await page.wait(screen("Programs.Detail"));
}));

/** Opens a list whose rows are choices, with another view model. */
async function openPrograms(page, viewModel) {
    await open(page, shared.server, "Programs", "Programs.List");
    await replaceViewModels(page, JSON.stringify(viewModel));
    await press(page, "createProgramButtonPressed", "CreateProgram.Form");
    await press(page, "cancelButtonPressed", "Programs.List");
}

/** Replaces the view models in replies and stream events from now on. */
function replaceViewModels(page, json) {
    return page.evaluate(`(json) => {
        const parse = JSON.parse;
        JSON.parse = (text) => {
            const value = parse(text);
            if (value?.screen) value.screen.viewModel = parse(json);
            return value;
        };
    }`, json);
}
