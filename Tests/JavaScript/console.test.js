import assert from "node:assert/strict";
import { test } from "node:test";
import { edgePath, layOut } from "../../Public/admin/layout.js";
import { hourly, total } from "../../Public/admin/overview.js";
import { diagnosis, fields, outcome } from "../../Public/admin/session/diagnosis.js";
import { changeName, namesOf } from "../../Public/admin/session/names.js";
import { earlierEntries, hasChanged, timeline } from "../../Public/admin/session/timeline.js";
import { ago, duration, shortID, span, until } from "../../Public/admin/times.js";

const edge = (from, action, to, count = 1) => ({ from, action, to, count, medianSeconds: 1 });
const screens = (...names) => names.map((name) => ({ name, visits: 1, front: 0 }));

test("screens are in columns by their distance from the start, with the end in the last column", () => {
    const edges = [edge(null, "start", "A"), edge("A", "next", "B"), edge("B", "next", "C"), edge("C", "back", "A"), edge("A", "skip", "C"), edge("C", "close", null)];
    const { nodes } = layOut({ screens: screens("A", "B", "C"), edges });
    const columns = Object.fromEntries([...nodes].map(([name, { column }]) => [name, column]));
    assert.deepEqual(columns, { start: 0, A: 1, B: 2, C: 2, end: 3 });
});

test("without a start, screens without predecessors come first", () => {
    const { nodes } = layOut({ screens: screens("A", "Z"), edges: [edge("Z", "next", "A")] });
    assert.deepEqual([...nodes].map(([name, { column }]) => [name, column]), [["Z", 0], ["A", 1]]);
});

test("no two screens overlap in a graph of any shape", () => {
    let seed = 7;
    const random = (range) => (seed = (seed * 48271) % 2147483647) % range;
    for (let round = 0; round < 50; round++) {
        const count = 1 + random(40);
        const names = Array.from({ length: count }, (_, index) => `S${index}`);
        const edges = Array.from({ length: random(120) }, () => edge(random(9) ? names[random(count)] : null, `a${random(3)}`, random(9) ? names[random(count)] : null));
        const map = layOut({ screens: screens(...names), edges });
        const places = [...map.nodes.values()].map(({ x, y }) => `${x} ${y}`);
        assert.equal(new Set(places).size, map.nodes.size);
        for (const { x, y } of map.nodes.values()) assert.ok(x >= 0 && y >= 0 && x < map.width && y < map.height);
        for (const { from, to } of map.edges) assert.match(edgePath(map.nodes.get(from), map.nodes.get(to)).d, /^M[\d. C-]+$/);
    }
});

test("the actions between two screens are one edge with the sum of their counts", () => {
    const { edges } = layOut({ screens: screens("A", "B"), edges: [edge("A", "x", "B", 3), edge("A", "y", "B", 4), edge("B", "z", "A", 9)] });
    assert.deepEqual(edges.map(({ from, to, count, actions }) => [from, to, count, actions.length]), [["B", "A", 9, 1], ["A", "B", 7, 2]]);
});

test("an empty graph is an empty map", () => {
    assert.equal(layOut({ screens: [], edges: [] }).nodes.size, 0);
});

const now = Date.parse("2026-01-31T12:00:00Z");
for (const [at, expected] of [
    ["2026-01-31T11:59:55Z", "just now"],
    ["2026-01-31T11:59:20Z", "40 seconds ago"],
    ["2026-01-31T11:59:00Z", "1 minute ago"],
    ["2026-01-31T09:30:00Z", "2 hours ago"],
    ["2026-01-20T12:00:00Z", "11 days ago"],
]) {
    test(`${at} is ${expected}`, () => assert.equal(ago(at, now), expected));
}

test("future times are shown as \"in\", past times as \"ago\"", () => {
    assert.equal(until("2026-01-31T12:05:00Z", now), "in 5 minutes");
    assert.equal(until("2026-01-31T11:58:00Z", now), "2 minutes ago");
});

test("durations are shown in a readable unit", () => {
    assert.deepEqual([80, 3_400, 34_000, 1_200_000, 240_000_000, 7_200_000_000].map(duration), ["80 µs", "3.4 ms", "34 ms", "1.2 s", "4 min", "2 h"]);
});

test("spans are shown in the largest unit that fits", () => {
    assert.deepEqual([-1, 45, 240, 3_600, 86_400, 260_000].map(span), ["0 s", "45 s", "4 min", "1 h", "24 h", "3 days"]);
});

test("an id is shortened to its end, because the beginning is the time", () => {
    assert.equal(shortID("01hf7yat000c00000000000007"), "00000007");
});

const at = (secondsAgo) => new Date(now - secondsAgo * 1_000).toISOString();
const active = (more = {}) => ({ status: "active", revision: 7, screen: "Ferry.Search", touchedAt: at(780), ...more });
const refused = (secondsAgo, more = {}) => ({
    at: at(secondsAgo), revision: 7, kind: "action", flow: "BookFerry", screen: "Ferry.Search", name: "searchButtonPressed", code: "rejected",
    errors: [{ pointer: "/params/from", code: "required" }], cause: null, request: "r1", ...more,
});
const job = (more = {}) => ({ id: "j1", kind: "job", name: "ChargeCard", state: "pending", dueAt: at(-240), attempts: 0, error: null, request: null, ...more });

const entry = (revision, secondsAgo) => ({ revision, at: at(secondsAgo), kind: "action", moves: [], micros: 1 });
/** A job that has failed, and whose flow has handled that. */
const ended = (revision, secondsAgo, more = {}) => ({
    ...entry(revision, secondsAgo), kind: "job", flow: "BookFerry", screen: null, name: "ChargeCard", to: "Ferry.Search",
    result: "failed", message: "Your card was declined.", attempts: 1, handled: true, ...more,
});

for (const [what, detail, text, isProblem = true, known = {}] of [
    [
        "refusals on a field",
        { session: active(), incidents: [1, 2, 3, 4, 5].map((minutes) => refused(720 + minutes)) },
        "Refused 5 times on `from`, last 12 min ago. Idle for 12 min on “Search”.",
    ],
    [
        "a signal that waits for its flow",
        { session: active({ touchedAt: at(30) }), jobs: [job({ kind: "signal", name: "PaymentConfirmed" })] },
        "In use on “Search”. Signal “Payment confirmed” waits for its flow.",
        false,
    ],
    ["one refusal", { session: active(), incidents: [refused(30)] }, "Refused once on `from`, 30 s ago. In use on “Search”."],
    [
        "refusals on several fields, the worst first",
        { session: active(), incidents: [refused(30), refused(40, { errors: [{ pointer: "/params/date", code: "past" }, { pointer: "/params/from", code: "required" }] })] },
        "Refused twice on `from` and `date`, last 30 s ago. In use on “Search”.",
    ],
    [
        "refusals without a field",
        { session: active(), incidents: [refused(30, { code: "stale-screen", errors: [] })] },
        "Refused once at “Search” with `stale-screen`, 30 s ago. In use on “Search”.",
    ],
    [
        "a failure, with its cause",
        { session: active({ touchedAt: at(5) }), incidents: [refused(30, { code: "flow-failed", errors: [], cause: "no route to host" })] },
        "“Search” failed once, 30 s ago: no route to host. In use on “Search”.",
    ],
    [
        "work that was given up",
        { session: active(), jobs: [job({ state: "failed", dueAt: null, attempts: 8, error: "The bank is closed." })] },
        "“Charge card” was given up after 8 tries: The bank is closed. Idle for 13 min on “Search”.",
    ],
    [
        "work that failed without an attempt, as in a sandbox",
        { session: active(), jobs: [job({ state: "failed", dueAt: null, error: "The bank is closed." })] },
        "“Charge card” was given up: The bank is closed. Idle for 13 min on “Search”.",
    ],
    [
        "work that is tried again",
        { session: active(), jobs: [job({ attempts: 3, error: "timeout" })] },
        "“Charge card” failed 3 times and is tried again in 4 min: timeout. Idle for 13 min on “Search”.",
    ],
    [
        "an incident of work, which its row in the list of work reports",
        { session: active(), incidents: [refused(30, { kind: "job", name: "ChargeCard", cause: "timeout" })], jobs: [job({ attempts: 1, error: "timeout" })] },
        "“Charge card” failed once and is tried again in 4 min: timeout. Idle for 13 min on “Search”.",
    ],
    [
        "a session that the server cannot read",
        { session: active(), tree: null },
        "This server cannot read the session. Its log has the reason. Idle for 13 min on “Search”.",
    ],
    [
        "refusals by the sentences that the user read",
        { session: active(), incidents: [refused(30, { message: "Choose a port." }), refused(40, { message: "Choose a port." }), refused(50, { message: "Choose a day." })] },
        "Refused 3 times on `from` (“Choose a port.”, “Choose a day.”), last 30 s ago. In use on “Search”.",
    ],
    [
        "a refusal of a button, by its label and the sentence",
        { session: active(), incidents: [refused(30, { code: "stale-screen", errors: [], message: "The screen has changed." })] },
        "Refused once at “Find a ferry” (“The screen has changed.”), 30 s ago. In use on “Where to?”.",
        true,
        { names: namesOf([{ name: "Ferry.Search", title: "Where to?", controls: [{ action: "searchButtonPressed", label: "Find a ferry" }] }]) },
    ],
    [
        "a card that was declined twice, and the timer of its cabin",
        { session: active({ touchedAt: at(120), userActedAt: at(30) }), jobs: [job({ kind: "timer", name: "Booking.HoldEnded", dueAt: at(-420) })] },
        "“Charge card” was declined twice (“Your card was declined.”), last 2 min ago. In use on “Search”. Timer “Hold ended” fires in 7 min.",
        true,
        { entries: [ended(9, 120), entry(8, 130), ended(7, 140)] },
    ],
    [
        "a job that gave up, with the cause of its last attempt",
        { session: active({ touchedAt: at(5) }), incidents: [refused(130, { revision: 6, kind: "job", name: "ChargeCard", cause: "no route to host" })] },
        "“Charge card” gave up after 8 tries, 2 min ago: no route to host. In use on “Search”.",
        true,
        { entries: [ended(7, 120, { result: "given-up", attempts: 8, message: "Try again later." })] },
    ],
    [
        "no failure of a job that was completed afterwards, or that the user has left",
        { session: active({ touchedAt: at(5) }) },
        "In use on “Search”.",
        false,
        { entries: [ended(9, 100, { name: "SendTicket", to: "Ferry.Ticket" }), ended(8, 110, { result: "completed", message: null }), ended(7, 120)] },
    ],
    ["incidents before the last change, which are solved", { session: active(), incidents: [refused(900, { revision: 6 })] }, "Idle for 13 min on “Search”.", false],
    [
        "a failure before the last change",
        { session: active(), incidents: [refused(900, { revision: 6, code: "flow-failed", errors: [], cause: "no route to host" })] },
        "Idle for 13 min on “Search”. “Search” failed 15 min ago, before the last change.",
        false,
    ],
    [
        "a job that an operator cancelled before its first attempt",
        { session: active({ touchedAt: at(5) }) },
        "“Charge card” was cancelled by an operator, 2 min ago. In use on “Search”.",
        true,
        { entries: [ended(7, 120, { result: "given-up", attempts: 0, message: "Try again later." })] },
    ],
    [
        "a job that gave up, with the cause in its entry",
        { session: active({ touchedAt: at(5) }) },
        "“Charge card” gave up after 8 tries, 2 min ago: no route to host. In use on “Search”.",
        true,
        { entries: [ended(7, 120, { result: "given-up", attempts: 8, cause: "no route to host" })] },
    ],
    ["a session with an open stream, which is in use", { session: active({ openStreams: 1 }) }, "In use on “Search”.", false],
    ["a session without an open stream, which is idle since its user has acted", { session: active({ touchedAt: at(5), userActedAt: at(600), openStreams: 0 }) }, "Idle for 10 min on “Search”.", false],
    ["an attempt of work, which is no action of the user", { session: active(), incidents: [refused(30, { kind: "job", name: "ChargeCard", cause: "timeout" })] }, "Idle for 13 min on “Search”.", false],
    ["work that is due later", { session: active({ touchedAt: at(5) }), jobs: [job({ kind: "timer", name: "Booking.HoldEnded" })] }, "In use on “Search”. Timer “Hold ended” fires in 4 min.", false],
    [
        "work of a sandbox, which waits for the operator",
        { session: active({ touchedAt: at(5), sandbox: true }), jobs: [job({ dueAt: at(1) })] },
        "In use on “Search”. “Charge card” waits for you.",
        false,
    ],
    ["a session that is over", { session: active({ status: "over", outcome: "completed" }), incidents: [refused(1)] }, "The session is over: completed, 13 min ago.", false],
    [
        "failed work that a session left behind",
        { session: active({ status: "over", outcome: "completed" }), jobs: [job({ state: "failed", dueAt: null, attempts: 1, error: "Closed." })] },
        "“Charge card” was given up after 1 try: Closed. The session is over: completed, 13 min ago.",
    ],
]) {
    test(`a session's verdict names ${what}`, () => assert.deepEqual(diagnosis({ incidents: [], jobs: [], ...detail }, now, known), { isProblem, text }));
}

for (const [expected, more] of [
    [null, { kind: "action", result: null }],
    [null, { kind: "timer", result: "completed" }],
    ["completed", { result: "completed" }],
    ["declined: “Your card was declined.” Handled by the flow.", {}],
    ["gave up after 8 tries: no route to host. Handled by the flow.", { result: "given-up", attempts: 8 }],
    ["gave up after 1 try: Try again later. Handled by the flow.", { result: "given-up", name: "SendTicket", message: "Try again later." }],
    ["was cancelled by an operator. Handled by the flow.", { result: "given-up", attempts: 0, message: "Try again later." }],
    ["gave up after 2 tries: Cancelled by an operator. Handled by the flow.", { result: "given-up", attempts: 2, cause: "Cancelled by an operator." }],
    ["declined: “Your card was declined.” No flow handled it: it waited for an operator.", { handled: false }],
    ["declined. Its flow had left.", { handled: false, flow: null, message: null }],
]) {
    test(`the timeline says of work: ${expected}`, () => {
        const attempt = refused(130, { kind: "job", name: "ChargeCard", cause: "no route to host" });
        assert.equal(outcome(ended(7, 120, more), [attempt]), expected);
    });
}

test("screens, buttons and work have the names that users know", () => {
    const names = namesOf([{ name: "Ferry.Search", title: "Find a ferry", controls: [{ action: "searchButtonPressed", label: "Search" }] }]);
    assert.deepEqual([names.screen("Ferry.Search"), names.screen("Ferry.CabinReleased")], ["Find a ferry", "Cabin released"]);
    assert.deepEqual([names.action("Ferry.Search", "searchButtonPressed"), names.action(null, "didChoosePort")], ["Search", "Choose port"]);
    assert.equal(names.work("BookFerry.HoldEnded"), "Hold ended");
    assert.equal(changeName({ kind: "select", screen: null, name: "home" }, names), "home");
    assert.equal(changeName({ kind: "back", screen: "Ferry.Search", name: null }, names), null);
});

test("fields are named without the parameters that contain them", () => {
    const errors = ["/params/from", "/params/address/street", "/params", "/flow"].map((pointer) => ({ pointer, code: "x" }));
    assert.deepEqual(fields(refused(1, { errors })), ["from", "address.street", "flow"]);
});

const shape = (items) => items.map((item) => (item.type === "entry" ? item.entry.revision : item.type === "gap" ? `${span(item.seconds)}${item.isOpen ? "…" : ""}` : `${item.incident.code}×${item.count}`));

test("the timeline has incidents at their revision, and gaps of a minute or more", () => {
    const entries = [entry(7, 300), entry(6, 600), entry(5, 610)];
    const incidents = [refused(60), refused(70), refused(200, { code: "stale-screen" }), refused(605, { revision: 5 }), refused(900, { revision: 2 })];
    const items = timeline(entries, incidents, { now, isActive: true, isWhole: false });
    assert.deepEqual(shape(items), ["1 min…", "rejected×2", "2 min", "stale-screen×1", "1 min", 7, "5 min", 6, "rejected×1", 5]);
    assert.equal(items[1].firstAt, at(70));
});

test("the timeline of a session that is over has no gap up to now", () => {
    assert.deepEqual(shape(timeline([entry(1, 900)], [], { now, isActive: false, isWhole: true })), [1]);
});

test("the timeline of a session without a journal has its incidents", () => {
    assert.deepEqual(shape(timeline([], [refused(10), refused(20, { revision: 3 })], { now, isActive: true, isWhole: true })), ["rejected×1", "rejected×1"]);
});

test("the timeline has incidents before its oldest entry once no earlier entries can be loaded", () => {
    const items = (isWhole) => shape(timeline([entry(5, 10)], [refused(5), refused(20, { revision: 3 })], { now, isActive: true, isWhole }));
    assert.deepEqual(items(false), ["rejected×1", 5]);
    assert.deepEqual(items(true), ["rejected×1", 5, "rejected×1"]);
});

for (const [name, revisions, range, kept, isWhole] of [
    ["follows others", [53, 52, 51], { after: 50, before: 54 }, [53, 52, 51], false],
    ["is the first", [3, 2, 1], { after: 0, before: 4 }, [3, 2, 1], true],
    ["lacks its first entries", [11, 10, 9, 8, 7], { after: 3, before: 9 }, [8, 7], true],
    ["has later entries only", [60, 59, 58], { after: 7, before: 58 }, [], true],
    ["is empty", [], { after: 7, before: 58 }, [], true],
    ["is the newest", [58, 57], { after: 56 }, [58, 57], false],
]) {
    test(`of a page of the journal that ${name}, the earlier entries are kept`, () => {
        const found = earlierEntries(revisions.map((revision) => entry(revision, 1)), range);
        assert.deepEqual([found.entries.map(({ revision }) => revision), found.isWhole], [kept, isWhole]);
    });
}

test("a session has changed if its row differs, or if its list of incidents is full", () => {
    const detail = (count) => ({ session: { revision: 7 }, incidents: Array.from({ length: count }, () => refused(10)) });
    assert.equal(hasChanged(detail(2), { revision: 7, refusals: 2 }), false);
    assert.equal(hasChanged(detail(2), { revision: 8, refusals: 2 }), true);
    assert.equal(hasChanged(detail(2), { revision: 7, refusals: 3 }), true);
    assert.equal(hasChanged(detail(50), { revision: 7, refusals: 50 }), true);
    assert.equal(hasChanged(detail(50), undefined), false);
});

const sample = (hoursAgo, more = {}) => ({ at: at(hoursAgo * 3_600), active: 5, completed: 1, refused: 0, failed: 0, handlerP95: null, commitP95: null, ...more });

test("the overview has the current hour and the 23 before it, and sums no others", () => {
    // A sample ends at its moment: that of 11:00 belongs to the hour before.
    const samples = [sample(23.5, { refused: 70 }), sample(22.5), sample(1, { refused: 3 }), sample(0.4, { active: null, handlerP95: 0.2 }), sample(-0.5, { active: 8, handlerP95: 0.1 })];
    const bins = hourly(samples, now + 1_800_000);
    assert.equal(bins.length, 24);
    assert.deepEqual([bins[0].start, bins[23].start], [Date.parse("2026-01-30T13:00:00Z"), now]);
    assert.deepEqual([0, 21, 22, 23].map((index) => bins[index].completed), [1, 1, 1, 1]);
    assert.deepEqual([bins[21].refused, bins[22].active, bins[23].active], [3, null, 8]);
    assert.deepEqual([bins[22].handlerP95, bins[23].handlerP95], [0.2, 0.1]);
    assert.deepEqual([total(bins, "completed"), total(bins, "refused")], [4, 3]);
});

test("samples of the same hour are added up", () => {
    const bins = hourly([sample(0.5, { handlerP95: 0.1 }), sample(0.2, { handlerP95: 0.3 })], now);
    assert.deepEqual([bins[23].completed, bins[23].handlerP95], [2, 0.3]);
});

test("a sample that is newer than this browser's clock is in the last hour", () => {
    const bins = hourly([sample(-2)], now);
    assert.deepEqual([bins.length, bins[23].completed], [24, 1]);
});
