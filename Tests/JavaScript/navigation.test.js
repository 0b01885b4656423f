import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { applyMoves, frontStack, pathToFront } from "../../Public/fairway/navigation.js";
import { accept, same } from "../../Public/fairway/state.js";

const rows = JSON.parse(readFileSync(new URL("../Fixtures/navigation.json", import.meta.url)));

test("every row of the conformance table leads to its new navigation", () => {
    assert.ok(rows.length > 60);
    for (const { name, before, moves, after } of rows) {
        const old = structuredClone(before);
        assert.deepEqual(applyMoves(before, moves, after), after, name);
        assert.deepEqual(before, old, `${name}: the old navigation is unchanged`);
    }
});

const state = (revision, navigation, moves = [], status = "active") => ({ revision, status, navigation, moves, effects: [] });
const stack = (...ids) => ({ id: "c1", kind: "stack", screens: ids.map((id) => ({ id, name: "X", flow: "F" })) });
const push = [{ move: "push", container: "c1", screen: "B" }];
const reset = [{ move: "reset" }];

for (const [name, current, next, expected] of [
    ["the first state is drawn without animation", null, state(7, stack("A")), reset],
    ["moves from the previous revision are followed", state(1, stack("A")), state(2, stack("A", "B"), push), push],
    ["moves from an older revision are not followed", state(1, stack("A")), state(3, stack("A", "B"), push), reset],
    ["moves that lead to another navigation are not followed", state(1, stack("Z")), state(2, stack("A", "B"), push), reset],
    ["the end of a session is shown even after a gap", state(1, stack("A")), state(9, null, [], "over"), [{ move: "over" }]],
    ["the same revision again changes nothing", state(2, stack("A")), state(2, stack("A")), null],
    ["a draft from another device is shown without a move", state(2, stack("A")), { ...state(2, stack("A")), screen: { id: "A", draft: 1 } }, []],
    ["an older state is dropped", state(2, stack("A", "B")), state(1, stack("A")), null],
]) {
    test(name, () => assert.deepEqual(accept(current, next)?.moves ?? null, expected));
}

test("the path to the front screen consists of the front stacks", () => {
    const tabs = {
        id: "t", kind: "tabs", selected: "b",
        tabs: [{ key: "a", title: "A", content: stack("A") }, { key: "b", title: "B", content: stack("B", "C") }],
        presented: { ...stack("D"), id: "c2", presentation: "modal" },
    };
    assert.deepEqual(pathToFront(tabs).map(({ id }) => id), ["B", "C", "D"]);
    const split = { id: "p", kind: "split", primary: stack("A"), secondary: { ...stack(), id: "c2" } };
    assert.equal(frontStack(split).id, "c1");
    assert.equal(frontStack({ ...split, secondary: { ...stack("B"), id: "c2" } }).id, "c2");
});

test("values are compared deeply and regardless of the order of members", () => {
    assert.equal(same({ a: [1, { b: null }], c: 2 }, { c: 2, a: [1, { b: null }] }), true);
    assert.equal(same({ a: undefined }, {}), true);
    assert.equal(same([1], { 0: 1 }), false);
    const deep = () => JSON.parse("[".repeat(50_000) + "]".repeat(50_000));
    assert.equal(same(deep(), deep()), false);
});
