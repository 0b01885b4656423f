// The pure parts of the console's pages for operators: funnel, map and work.

import assert from "node:assert/strict";
import { test } from "node:test";
import { batchFilter, filterDocument, filterText, givenFilters } from "../../Public/admin/filters.js";
import { beginnings, defaultIdle, defaultPeriod, difference, idles, losses, lossText, numberChanged, percent, periods, pointsChanged, share, splitRows, stepName, stopped, validOption, widestGap, worstLoss } from "../../Public/admin/funnelMath.js";
import { mermaid } from "../../Public/admin/graphExport.js";
import { edgePath, layOut, layOutReadably, nodeHeight, nodeWidth, overlap, placeLabels } from "../../Public/admin/layout.js";
import { progressText } from "../../Public/admin/progress.js";
import { moment, stay } from "../../Public/admin/times.js";
import { fitted, frameHeight, moved, zoomed } from "../../Public/admin/viewport.js";
import { cancelling, failureGroups, runNow } from "../../Public/admin/work.js";

const now = Date.parse("2026-01-31T12:00:42Z");
const step = (screen, runs, more = {}) => {
    return { screen, title: null, visits: runs, runs, next: 0, dismissed: 0, ended: 0, expired: 0, abandoned: 0, active: 0, refused: 0, medianSeconds: 8, p90Seconds: 20, within: [], ...more };
};
const group = (starts, steps, more = {}) => ({ by: null, starts, completed: 0, dismissed: 0, ended: 0, expired: 0, abandoned: 0, active: 0, steps, ...more });
const below = (screen, runs, more = {}) => {
    return { flow: screen.split(".")[0], screen, title: null, runs, refused: 0, abandoned: 0, active: 0, dismissed: 0, ended: 0, expired: 0, ...more };
};

test("periods begin at whole minutes, and the period before is as long", () => {
    assert.deepEqual(beginnings(24, now), { since: "2026-01-30T12:00:00.000Z", before: "2026-01-29T12:00:00.000Z" });
});

for (const [value, expected] of [["720", "720"], ["1", "168"], ["abc", "168"], ["", "168"], [null, "168"]]) {
    test(`the period ${JSON.stringify(value)} of an address is shown as ${expected} hours`, () => assert.equal(validOption(periods, value, defaultPeriod), expected));
}

test("the funnel of the previous period is the difference of two cumulative funnels", () => {
    const both = [group(30, [step("F.A", 30, { next: 20, dismissed: 10 }), step("F.B", 20, { expired: 20 })], { dismissed: 10, expired: 20 })];
    const last = [group(10, [step("F.A", 10, { next: 8, dismissed: 2 }), step("F.B", 8, { expired: 8 })], { dismissed: 2, expired: 8 })];
    const [before] = difference(both, last);
    assert.deepEqual([before.starts, before.dismissed, before.expired], [20, 8, 12]);
    assert.deepEqual(before.steps.map(({ runs, next, dismissed, expired }) => [runs, next, dismissed, expired]), [[20, 12, 8, 0], [12, 0, 0, 12]]);
    assert.deepEqual(before.steps.map(({ medianSeconds }) => medianSeconds), [null, null]);
});

test("the difference keeps groups and screens of the previous period only, and has no negative counts", () => {
    const before = difference([group(5, [step("F.Old", 5)], { by: "1.0" })], [group(3, [step("F.A", 3)], { by: "2.0" })]);
    assert.deepEqual(before.map(({ by, starts, steps }) => [by, starts, steps.length]), [["1.0", 5, 1]]);
    assert.equal(difference([group(5, [], { active: 1 })], [group(5, [], { active: 2 })])[0].active, 0);
});

test("the sub flows of the previous period are the difference, too", () => {
    const both = [group(9, [step("F.A", 9, { abandoned: 9, within: [below("G.A", 9, { abandoned: 7 }), below("H.A", 2, { ended: 2 })] })])];
    const last = [group(4, [step("F.A", 4, { abandoned: 4, within: [below("G.A", 4, { abandoned: 3 })] })])];
    const [{ abandoned, within }] = difference(both, last)[0].steps;
    assert.deepEqual([abandoned, ...within.map((part) => [part.screen, part.runs, part.abandoned, part.ended])], [5, ["G.A", 5, 4, 0], ["H.A", 2, 0, 2]]);
});

/** A crowd of 1,000 runs, whose history is known: 250 stopped at the sign-up, 150 at the choice of a cabin, and 50 at the search. */
const crowd = (more = {}) =>
    group(1_000, [
        step("Ferry.Search", 1_000, { title: "Find a ferry", next: 940, dismissed: 20, abandoned: 30, active: 10 }),
        step("Ferry.Passengers", 890, { title: "Passengers", next: 720, dismissed: 50, abandoned: 110, active: 10, within: [below("CabinDeck.List", 870, { title: "Cabins", dismissed: 45, abandoned: 105, active: 8 })] }),
        step("Ferry.Review", 720, {
            title: "Review", next: 440, dismissed: 30, abandoned: 240, active: 10,
            within: [below("Login.Welcome", 600, { abandoned: 5, active: 2 }), below("Login.SignUp", 520, { title: "Sign up", dismissed: 25, abandoned: 225, active: 4 })],
        }),
    ], more);

test("the largest loss is that of the screen on which the runs stopped, in a sub flow, too", () => {
    assert.deepEqual(losses(crowd()).map(({ name, stopped }) => [name, stopped]), [
        ["Review → Sign up", 250],
        ["Passengers → Cabins", 150],
        ["Find a ferry", 50],
        ["Review", 15],
        ["Passengers", 10],
        ["Review → Welcome", 5],
    ]);
    const worst = worstLoss(crowd());
    assert.deepEqual([worst.name, worst.within.screen, lossText(worst)], ["Review → Sign up", "Login.SignUp", "250 of 520, 48 %"]);
});

test("the losses of all screens are the stopped runs", () => {
    const { steps } = crowd();
    assert.equal(losses(crowd()).reduce((sum, { stopped }) => sum + stopped, 0), steps.reduce((sum, one) => sum + stopped(one), 0));
});

test("a run that is still active is no loss", () => {
    const steps = [step("F.A", 9, { dismissed: 2, active: 7 }), step("F.B", 4, { ended: 1, expired: 1, abandoned: 1 })];
    assert.equal(worstLoss(group(9, steps)).name, "B");
    assert.equal(worstLoss(group(9, [step("F.A", 9, { active: 9 })])), null);
    assert.equal(stopped(steps[1]), 3);
    assert.deepEqual([stepName(steps[0]), stepName(step("Single", 1)), stepName(step("F.A", 1, { title: "Pay" }))], ["A", "Single", "Pay"]);
});

test("groups are beside each other with the difference to the largest, and few runs are not compared", () => {
    const old = crowd({ by: "3.0" });
    const bad = { ...crowd({ by: "3.1" }), steps: [step("Ferry.Search", 200, { title: "Find a ferry", abandoned: 110 })] };
    const few = { ...crowd({ by: "2.0" }), steps: [step("Ferry.Search", 10, { title: "Find a ferry", dismissed: 10 })] };
    const rows = splitRows([old, bad, few]);
    assert.deepEqual(rows.map(({ name }) => name), ["Find a ferry", "Passengers", "Passengers → Cabins", "Review", "Review → Welcome", "Review → Sign up"]);
    assert.deepEqual(rows[0].cells.map(({ stopped, runs, change }) => [stopped, runs, change]), [[50, 1_000, ""], [110, 200, "+50 points"], [10, 10, "too few"]]);
    assert.deepEqual(rows[5].cells.map(({ part }) => part?.screen ?? null), ["Login.SignUp", null, null]);
    const gap = widestGap(rows);
    assert.deepEqual([gap.name, gap.cell.group.by, gap.reference.group.by, Math.round(gap.points * 100)], ["Find a ferry", "3.1", "3.0", 50]);
    assert.equal(widestGap(splitRows([old, few])), null);
    assert.equal(widestGap(splitRows([old, crowd({ by: "3.1" })])), null);
});

test("a run is abandoned after a day, unless the address says otherwise", () => {
    assert.deepEqual(["1800", "604800", "60", null].map((value) => validOption(idles, value, defaultIdle)), ["1800", "604800", "86400", "86400"]);
});

for (const [actual, expected] of [
    [percent(share(1, 3)), "33 %"],
    [percent(share(1, 250)), "0.4 %"],
    [percent(share(1, 25_000)), "< 0.1 %"],
    [percent(share(0, 4)), "0 %"],
    [percent(share(0, 0)), "–"],
    [pointsChanged(0.31, 0.3), "+1 point"],
    [pointsChanged(0.2, 0.3), "−10 points"],
    [pointsChanged(0.3, 0.3), "unchanged"],
    [pointsChanged(0.3, null), ""],
    [numberChanged(15, 10), "+50 %"],
    [numberChanged(15, 0), ""],
    [stay(0.2), "< 1 s"],
    [stay(8.21), "8.2 s"],
    [stay(92.4), "1 min 32 s"],
    [stay(725), "12 min"],
    [stay(null), "–"],
    [progressText(1_200, 3, 2_000), "1,200 of 2,000 done, 3 failed"],
]) {
    test(`a number is written as “${expected}” (${actual})`, () => assert.equal(actual, expected));
}

const edge = (from, action, to, count = 1) => ({ from, action, to, count, medianSeconds: 1 });
const screens = (...names) => names.map((name) => ({ name, visits: 1, front: 1 }));

test("no label overlaps a screen or another label, in a graph of any shape", () => {
    let seed = 11;
    const random = (range) => (seed = (seed * 48271) % 2147483647) % range;
    for (let round = 0; round < 60; round++) {
        const names = Array.from({ length: 2 + random(30) }, (_, index) => `S${index}`);
        const pick = () => (random(9) ? names[random(names.length)] : null);
        const edges = Array.from({ length: random(90) }, () => edge(pick(), "a", pick(), 1 + random(200_000)));
        const map = layOut({ screens: screens(...names), edges }, undefined, round % 2 === 1);
        const boxes = [...placeLabels(map, ({ count }) => count.toLocaleString("en-GB")).values()];
        const nodes = [...map.nodes.values()].map(({ x, y }) => ({ left: x, top: y, width: nodeWidth, height: nodeHeight }));
        boxes.forEach((box, index) => {
            for (const other of [...boxes.slice(index + 1), ...nodes]) assert.ok(!overlap(box, other), `round ${round}`);
        });
        const places = [...map.nodes.values()].map(({ x, y }) => `${x} ${y}`);
        assert.equal(new Set(places).size, map.nodes.size);
    }
});

test("declared screens and edges are added to the observed ones, with a count of 0", () => {
    const declared = { screens: ["A", "B", "C", "D"], edges: [edge("A", "next", "B"), edge("B", "more", "C")] };
    const { nodes, edges } = layOut({ screens: screens("A", "B"), edges: [edge(null, "start", "A"), edge("A", "next", "B", 3)] }, declared);
    assert.deepEqual([...nodes.values()].filter(({ isDeclared }) => isDeclared).map(({ name }) => name).sort(), ["C", "D"]);
    assert.deepEqual(edges.map(({ from, to, count }) => [from, to, count]), [["A", "B", 3], ["start", "A", 1], ["B", "C", 0]]);
    assert.deepEqual(edges[0].actions.map(({ action, count }) => [action, count]), [["next", 3]]);
});

test("an edge passes above the screens in its way, inside the map", () => {
    const map = layOut({ screens: screens("A", "B"), edges: [edge(null, "start", "A"), edge("A", "next", "B"), edge("B", "finish", null), edge("A", "dismiss", null)] });
    const [dismiss, ...others] = map.edges.filter(({ isArched }) => isArched);
    assert.deepEqual([dismiss.from, dismiss.to, others], ["A", "end", []]);
    const { points } = edgePath(map.nodes.get("A"), map.nodes.get("end"), map.isUpright, dismiss.isArched);
    // The middle of a cubic curve. Its two control points are equally high.
    const top = (points[0][1] + points[3][1]) / 8 + (6 * points[1][1]) / 8;
    assert.ok(top > 0 && top < map.nodes.get("B").y, `${top}`);
});

test("an upright map is laid out from top to bottom", () => {
    const { nodes } = layOut({ screens: screens("A", "B"), edges: [edge("A", "next", "B")] }, undefined, true);
    assert.ok(nodes.get("B").y > nodes.get("A").y && nodes.get("B").x === nodes.get("A").x);
});

test("a map that is too wide for its page leads down, and can be read", () => {
    const names = Array.from({ length: 40 }, (_, index) => `F.S${index}`);
    const chain = names.slice(1, 9).map((name, index) => edge(names[index], "next", name));
    const fan = names.slice(9).map((name) => edge(names[0], "open", name));
    const width = 1_304;
    for (const edges of [chain, [...chain, ...fan]]) {
        const map = layOutReadably({ screens: screens(...names), edges }, undefined, width, false);
        assert.equal(map.isUpright, true);
        assert.ok(fitted(map, { width, height: Infinity }).scale > 0.87, `${map.width}`);
        const boxes = [...map.nodes.values()].map(({ x, y }) => ({ left: x, top: y, width: nodeWidth, height: nodeHeight }));
        boxes.forEach((box, index) => assert.ok(boxes.slice(index + 1).every((other) => !overlap(box, other))));
    }
    assert.equal(layOutReadably({ screens: screens("A", "B"), edges: [edge("A", "next", "B")] }, undefined, width, false).isUpright, false);
});

test("the layout does not change with the numbers", () => {
    const places = (counts) => {
        const edges = [edge("A", "x", "B", counts[0]), edge("A", "y", "C", counts[1]), edge("B", "z", "D", counts[2]), edge("C", "z", "E", counts[3])];
        return [...layOut({ screens: screens("C", "A", "E", "B", "D"), edges }).nodes.values()].map(({ name, x, y }) => [name, x, y]);
    };
    assert.deepEqual(places([1, 9, 2, 7]), places([9, 1, 7, 2]));
});

test("screens are labelled with their titles, and those with the same title with their flow", () => {
    const shown = (name, title, flow = name.split(".")[0]) => ({ name, flow, title, visits: 1, front: 0 });
    const graph = { screens: [shown("EditPassenger.Form", "Form"), shown("EditProfile.Form", "Form"), shown("Ferry.Search", "Find a ferry"), shown("Ferry.Old", null)], edges: [edge(null, "start", "Ferry.Search")] };
    const declared = { screens: ["Ferry.Extras"], edges: [], titles: new Map([["Ferry.Extras", "Extras"]]) };
    const labels = Object.fromEntries([...layOut(graph, declared).nodes.values()].map(({ name, label }) => [name, label]));
    assert.deepEqual(labels, {
        start: "Start", "EditPassenger.Form": "Form (EditPassenger)", "EditProfile.Form": "Form (EditProfile)", "Ferry.Search": "Find a ferry", "Ferry.Old": "Old", "Ferry.Extras": "Extras",
    });
});

test("a map is exported for Mermaid", () => {
    const graph = { screens: [{ name: "F.A", visits: 1_200, front: 0 }], edges: [edge(null, "start", "F.A", 1_200), edge("F.A", 'say "#<hi>"', null, 2)] };
    const declared = { screens: ["F.B"], edges: [edge("F.A", "next", "F.B")] };
    assert.equal(mermaid(layOut(graph, declared)), `flowchart LR
    n0(["Start"])
    n1["F.A<br/>1,200 visits"]
    n2["F.B<br/>not visited"]
    n3(["Over"])
    n0 -->|"start 1,200"| n1
    n1 -->|"say #34;#35;#60;hi#62;#34; 2"| n3
    n1 -.->|"next"| n2
`);
});

test("a view fits the drawing, zooms around a point, and keeps the drawing in sight", () => {
    const [drawing, frame] = [{ width: 2_000, height: 500 }, { width: 1_032, height: 800 }];
    assert.deepEqual(fitted(drawing, frame), { x: 16, y: 275, scale: 0.5 });
    const view = zoomed({ x: 16, y: 275, scale: 0.5 }, { x: 116, y: 375 }, 2);
    assert.deepEqual(view, { x: -84, y: 175, scale: 1 });
    assert.equal(zoomed(view, { x: 0, y: 0 }, 1_000).scale, 4);
    assert.deepEqual(moved(view, -9_000, 9_000, drawing, frame), { x: -1_920, y: 720, scale: 1 });
});

test("a frame is as high as usual, and higher if the drawing would be too small", () => {
    const bounds = { usual: 600, leastScale: 0.9 };
    const height = (width, height) => frameHeight({ width, height }, 1_032, bounds);
    assert.deepEqual([height(1_000, 300), height(100, 500), height(1_000, 2_000)], [332, 600, 1_832]);
});

const row = (more) => ({ session: "s", id: "j1", flow: "f2", flowName: "BookFerry", kind: "job", name: "Charge", state: "pending", dueAt: null, attempts: 0, error: null, request: null, ...more });
const inMinutes = (minutes) => new Date(now + minutes * 60_000).toISOString();

for (const [more, about] of [
    [{ kind: "timer", name: "hold", dueAt: inMinutes(12.5) }, "Fires the timer “hold” of BookFerry now, 12 min early."],
    [{ kind: "timer", name: "hold", dueAt: inMinutes(-1), flowName: null }, "Fires the timer “hold” now."],
    [{ dueAt: inMinutes(-1) }, "Runs the job “Charge” of BookFerry now."],
    [{ dueAt: inMinutes(3), attempts: 2 }, "Runs the job “Charge” of BookFerry now, 3 min before its next attempt. 2 attempts have failed."],
    [{ state: "failed", attempts: 8 }, "Runs the job “Charge” of BookFerry again. The count of attempts starts again."],
    [{ kind: "signal", name: "Paid" }, "Delivers the signal “Paid” now. The flow may let it wait again."],
    [{ state: "failed", kind: "signal", name: "Paid" }, "Delivers the signal “Paid” of BookFerry again. The count of attempts starts again."],
    [{ state: "failed", kind: "timer", name: "hold" }, "Delivers the timer “hold” of BookFerry again. The count of attempts starts again."],
]) {
    test(`running work now says: ${about}`, () => assert.equal(runNow(row(more), now).about, about));
}

test("cancelling says that a waiting flow gets a failure, and that the flow of a timer is not told", () => {
    assert.match(cancelling(row({})).about, /waits for its result gets a failure/);
    assert.match(cancelling(row({ kind: "timer" })).about, /flow is not told/);
    assert.deepEqual(cancelling(row({ kind: "signal", name: "Paid" })), {
        question: "Cancel Paid?", about: "It will not be delivered. Its sender is not told.", verb: "Cancel signal",
    });
});

test("failures are grouped by name and error, without numbers and ids", () => {
    const failed = (name, error, more = {}) => row({ state: "failed", name, error, ...more });
    const groups = failureGroups([
        failed("Send", "No mailbox."),
        failed("Charge", "Timeout after 3001 ms (req 8f-12)."),
        failed("Charge", "Timeout after 2994 ms (req 9a-77).", { flowName: "Renew" }),
        failed("Charge", "Refused."),
        failed("Charge", null),
    ]);
    assert.deepEqual(groups.map(({ name, error, rows }) => [name, error, rows.length]), [
        ["Charge", "Timeout after 3001 ms (req 8f-12).", 2],
        ["Charge", "Refused.", 1],
        ["Charge", null, 1],
        ["Send", "No mailbox.", 1],
    ]);
    assert.deepEqual(groups[0].flows, ["BookFerry", "Renew"]);
});

test("a moment on another day has its date", () => {
    const at = new Date(2026, 0, 31, 12, 0, 0).getTime();
    assert.equal(moment(new Date(at + 180_000).toISOString(), at), "12:03:00, in 3 minutes");
    assert.equal(moment(new Date(at - 86_400_000).toISOString(), at), "30 Jan, 12:00:00, 1 day ago");
});

test("the filters of an address are those with a value, without others", () => {
    assert.deepEqual(givenFilters(new URLSearchParams("flow=A&user=&failed=60&cursor=c&hours=1")), { flow: "A", failed: "60" });
    assert.deepEqual(givenFilters(new URLSearchParams("flow=A&run=B"), ["run"]), { run: "B" });
});

for (const [given, action, expected] of [
    [{ flow: "A" }, "end", { flow: "A", status: "active" }],
    [{ flow: "A" }, "erase", { flow: "A" }],
    [{ status: "over" }, "erase", { status: "over" }],
    [{ status: "over" }, "end", null],
    [{}, "end", null],
    [{}, "erase", null],
]) {
    test(`a batch to ${action} ${JSON.stringify(given)} has the filter ${JSON.stringify(expected)}`, () => assert.deepEqual(batchFilter(given, action), expected));
}

test("a batch's filter is sent with numbers and truth values, and written with labels", () => {
    const filter = { flow: "A", q: "600", stuck: "600", failed: "60", sandbox: "true" };
    assert.deepEqual(filterDocument(filter), { flow: "A", q: "600", stuck: 600, failed: 60, sandbox: true });
    assert.equal(filterText({ user: null, status: "active", failed: 60, sandbox: false }), "Status: active, Failed within seconds: 60, Sandbox: false");
});
