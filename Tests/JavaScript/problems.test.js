// The pure parts of the console's pages of problems and releases.

import assert from "node:assert/strict";
import { test } from "node:test";
import { followNewProblems, newestBuild, newProblems, newProblemsText } from "../../Public/admin/newProblems.js";
import { appsText, buildsText, lastHours, problemBadges, problemChanges, problemPlace, problemTitle, sessionsText, shortBuild } from "../../Public/admin/problemText.js";
import { compared } from "../../Public/admin/releases.js";
import { placeMarks, placeOf } from "../../Public/admin/timeChart.js";

const now = Date.parse("2026-01-31T12:20:00Z");
const problem = (more = {}) => ({
    id: "p1", kind: "given-up", flow: "BookFerry", screen: null, name: "ChargeCard", code: "flow-failed", cause: "Your card was declined.", sessions: 3, count: 4,
    firstSeen: "2026-01-30T00:00:00Z", lastSeen: "2026-01-31T12:00:00Z", firstBuild: "1.0", lastBuild: "1.0", apps: [], isNew: false, status: "open", resolvedIn: null, hours: [], ...more,
});

test("a problem is named by its kind, and by its action or job, else by its screen", () => {
    assert.equal(problemTitle(problem()), "Declined or given up: ChargeCard");
    assert.equal(problemTitle(problem({ kind: "unsupported", name: null, screen: "Ferry.Extras" })), "Not supported by the client: Ferry.Extras");
    assert.equal(problemPlace(problem()), "BookFerry · ChargeCard");
});

for (const [more, badges, buttons] of [
    [{}, [], ["Resolve", "Mute"]],
    [{ isNew: true }, ["new since this build"], ["Resolve", "Mute"]],
    [{ status: "muted" }, ["muted"], ["Reopen"]],
    [{ status: "resolved", resolvedIn: "2.1.0+86c35f667e14" }, ["resolved in build 2.1.0+86c35f…"], ["Reopen"]],
    [{ resolvedIn: "2.0" }, ["has returned, was resolved in build 2.0"], ["Resolve", "Mute"]],
]) {
    test(`a problem with ${JSON.stringify(more)} has the badges ${JSON.stringify(badges)}`, () => {
        assert.deepEqual(problemBadges(problem(more)).map(({ text }) => text), badges);
        assert.deepEqual(problemChanges(problem(more)).map(([, text]) => text), buttons);
    });
}

test("the apps of a problem are those with most cases, and the builds are the first and the last", () => {
    const apps = [["1.0", 2], ["3.0", 40], [null, 7], ["2.0", 9], ["0.9", 1]].map(([app, count]) => ({ app, count }));
    assert.equal(appsText(problem({ apps })), "3.0 (40), 2.0 (9), unknown (7), 2 more");
    assert.equal(appsText(problem()), "");
    assert.equal(buildsText(problem({ lastBuild: "2.1.0+86c35f667e14" })), "1.0 – 2.1.0+86c35f…");
    assert.equal(buildsText(problem()), "1.0");
    assert.equal(shortBuild("release-7"), "release-7");
});

for (const [sessions, text] of [
    [0, "Calls to start or take over a session were refused or failed. They have no session."],
    [1, "1 session had this problem. Sessions that were deleted are counted, but not listed."],
    [5_000, "5,000 sessions had this problem. Sessions that were deleted are counted, but not listed."],
    [5_001, "At least 5,001 sessions had this problem. The last 5,000 that started are listed, unless they were deleted."],
]) {
    test(`the page of a problem with ${sessions} sessions says which had it`, () => assert.equal(sessionsText(problem({ sessions })), text));
}

test("the hours of a sparkline are the last 24, and older ones are left out", () => {
    const { starts, values } = lastHours([{ at: "2026-01-31T12:00:00Z", count: 5 }, { at: "2026-01-30T13:00:00Z", count: 2 }, { at: "2026-01-30T12:00:00Z", count: 9 }], now);
    assert.equal(starts.length, 24);
    assert.deepEqual([values[0], values[23], values.reduce((sum, value) => sum + value)], [2, 5, 7]);
    assert.equal(starts[23], Date.parse("2026-01-31T12:00:00Z"));
});

const build = (changes, more = {}) => ({ build: "b", version: "1", firstSeen: "", lastSeen: "", nodes: [], counts: { changes, refused: 0, failed: 0, started: 0, ended: 0, completed: 0, handlerP50: null, handlerP95: null, ...more } });
const shown = (one, other) => Object.fromEntries(compared(one, other).map(({ name, change, isWorse }) => [name, [change, isWorse]]));

test("a build is compared with the one before by its rates and times", () => {
    const [now, before] = [
        build(3_620, { refused: 320, failed: 60, handlerP50: 0.001, handlerP95: 0.009 }),
        build(24_475, { refused: 500, failed: 25, handlerP50: 0.001, handlerP95: 0.0045 }),
    ];
    assert.deepEqual(compared(now, before)[0], { name: "Refused changes", now: "8 % (320 of 4,000)", before: "2 % (500 of 25,000)", change: "+6 points", isWorse: true });
    assert.deepEqual(compared(now, before)[4], { name: "Handlers, p95", now: "9 ms", before: "4.5 ms", change: "about +100 %", isWorse: true });
    assert.deepEqual(shown(now, before), {
        "Refused changes": ["+6 points", true],
        "Failed changes": ["+1.4 points", true],
        "Completed sessions": ["too few", false],
        "Handlers, median": ["no clear difference", false],
        "Handlers, p95": ["about +100 %", true],
    });
    assert.deepEqual(shown(before, now)["Refused changes"], ["−6 points", false]);
});

test("a build that breaks every change is worse, and its share is 100 %", () => {
    const [{ now, change, isWorse }] = compared(build(0, { failed: 400 }), build(10_000)).slice(1);
    assert.deepEqual([now, change, isWorse], ["100 % (400 of 400)", "+100 points", true]);
});

for (const [changes, failed, expected] of [[100, 100, "+45 points"], [99, 100, "too few"], [0, 199, "too few"], [0, 0, "too few"]]) {
    test(`of ${changes} committed and ${failed} failed changes, the difference is ${expected}`, () => {
        const [one, other] = [build(changes, { failed }), build(950, { failed: 50 })];
        assert.equal(shown(one, other)["Failed changes"][0], expected);
        assert.equal(shown(other, one)["Failed changes"][0] === "too few", expected === "too few");
    });
}

// The standard error is 1 point for 200 changes, and 0.2 points for 10,000.
for (const [refused, of, expected] of [
    [1, 200, ["no clear difference", false]],
    [8, 200, ["no clear difference", false]],
    [14, 200, ["+5 points", true]],
    [0, 200, ["−2 points", false]],
    [210, 10_000, ["no clear difference", false]],
    [250, 10_000, ["+0.5 points", true]],
    [150, 10_000, ["−0.5 points", false]],
]) {
    test(`${refused} refusals of ${of} changes compared with 2 % of 10,000: ${expected[0]}`, () => {
        assert.deepEqual(shown(build(of - refused, { refused }), build(9_800, { refused: 200 }))["Refused changes"], expected);
    });
}

for (const [completed, ended, expected] of [
    [20, 50, ["−20 points", true]],
    [40, 50, ["+20 points", false]],
    [28, 50, ["no clear difference", false]],
    [49, 49, ["too few", false]],
    [0, 0, ["too few", false]],
]) {
    test(`${completed} completed of ${ended} ended sessions compared with 60 % of 1,000: ${expected[0]}`, () => {
        assert.deepEqual(shown(build(0, { ended, completed }), build(0, { ended: 1_000, completed: 600 }))["Completed sessions"], expected);
    });
}

for (const [now, before, expected] of [
    [0.0011, 0.0024, ["no clear difference", false]],
    [0.011, 0.049, ["no clear difference", false]],
    [0.0026, 0.0024, ["about +8 %", true]],
    [0.0008, 0.0024, ["about −67 %", false]],
    [0.000002, 0.000009, ["no clear difference", false]],
]) {
    test(`handlers of ${now} s compared with ${before} s: ${expected[0]}`, () => {
        assert.deepEqual(shown(build(500, { handlerP50: now }), build(500, { handlerP50: before }))["Handlers, median"], expected);
    });
}

test("handlers without a measured time are not compared", () => {
    assert.equal(shown(build(500, { handlerP95: 0.1 }), build(500))["Handlers, p95"][0], "too few");
});

const starts = Array.from({ length: 25 }, (_, index) => Date.parse("2026-01-30T12:00:00Z") + index * 3_600_000);
const mark = (hours, name) => ({ at: starts[0] + hours * 3_600_000, build: name });

test("the builds that started in a chart's hours are marked at their start", () => {
    const placed = placeMarks([mark(-1, "old"), mark(5, "1.0"), mark(20, "2.0"), mark(25, "future")], starts);
    assert.deepEqual(placed.map(({ build, place, row }) => [build, place, row]), [["2.0", 0.8, 0], ["1.0", 0.2, 0]]);
});

test("the present is within the last hour of a chart, and a build that starts now is marked there", () => {
    const present = starts[0] + 24.5 * 3_600_000;
    assert.equal(placeOf(present, starts), 0.98);
    assert.deepEqual(placeMarks([{ at: present, build: "1.0" }], starts).map(({ place }) => place), [0.98]);
    assert.deepEqual([placeOf(starts[0] - 1, starts), placeOf(present + 3_600_000, starts)], [0, 1]);
});

test("labels of builds do not overlap, and those without room have none", () => {
    const placed = placeMarks(["1.0.0", "1.0.1", "1.0.2"].map((name, index) => mark(24 + index / 10, name)), starts);
    assert.deepEqual(placed.map(({ build, row }) => [build, row]), [["1.0.2", 0], ["1.0.1", 1], ["1.0.0", null]]);
});

/** An operator whose store has these problems of the build 2.0, and the calls that it has made. */
function operatorOf(problems, next = null) {
    const calls = [];
    const get = async (path, query) => {
        calls.push([path, query]);
        return path === "/builds" ? { builds: [{ ...build(0), build: "2.0" }] } : { problems, next };
    };
    return { token: "t", calls, get };
}

test("the new problems of the newest build are read with one call each, of limited length", async () => {
    const operator = operatorOf([problem({ isNew: true }), problem()]);
    const found = await newProblems(operator, await newestBuild(operator), { flow: "BookFerry" });
    assert.deepEqual([found.problems.length, found.isCut], [1, false]);
    assert.deepEqual(operator.calls, [["/builds", { limit: 1 }], ["/problems", { status: "open", flow: "BookFerry", build: "2.0", limit: 100 }]]);
    assert.deepEqual(await newProblems(operator, null), { problems: [], isCut: false });
});

for (const [count, isCut, expected] of [[0, false, "0"], [99, false, "99"], [100, false, "99+"], [12, true, "12+"], [100, true, "99+"]]) {
    test(`${count} new problems of ${isCut ? "more than were searched" : "all"} are shown as ${expected}`, () => {
        assert.equal(newProblemsText({ problems: Array(count).fill(problem()), isCut }), expected);
    });
}

test("the number of new problems stays if it cannot be read again", async (context) => {
    let read;
    Object.assign(globalThis, { addEventListener: (_, listener) => (read = listener), document: { hidden: false } });
    context.mock.timers.enable({ apis: ["setInterval"] });
    context.after(() => ["addEventListener", "document"].forEach((name) => delete globalThis[name]));
    const operator = operatorOf([problem({ isNew: true })]);
    const badge = { textContent: "", hidden: true };
    followNewProblems(operator, badge);
    await read();
    assert.deepEqual(badge, { textContent: "1 new", hidden: false });
    operator.get = () => Promise.reject(new Error("The server does not answer."));
    await read();
    assert.deepEqual(badge, { textContent: "1 new", hidden: false });
});
