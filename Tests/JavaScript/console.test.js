import assert from "node:assert/strict";
import { test } from "node:test";
import { edgePath, layOut } from "../../Public/admin/layout.js";
import { ago, duration, until } from "../../Public/admin/times.js";

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
    assert.deepEqual([80, 3_400, 1_200_000, 240_000_000, 7_200_000_000].map(duration), ["80 µs", "3 ms", "1.2 s", "4 min", "2 h"]);
});
