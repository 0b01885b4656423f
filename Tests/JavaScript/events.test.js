import assert from "node:assert/strict";
import { test } from "node:test";
import { EventParser } from "../../Public/fairway/events.js";

const text = ": hello\n\nid: 4\nevent: state\ndata: {\"a\":\ndata: 1}\n\nretry: 1000\n\ndata:x\n\n";
const events = [{ event: "state", id: "4", data: '{"a":\n1}' }, { event: "message", data: "x" }];

test("events are parsed, comments and retry hints are skipped", () => {
    assert.deepEqual(new EventParser().push(text), events);
});

test("events are parsed with any chunk boundaries and line endings", () => {
    for (const whole of [text, text.replaceAll("\n", "\r\n"), text.replaceAll("\n", "\r")]) {
        for (let cut = 0; cut <= whole.length; cut++) {
            const parser = new EventParser();
            const found = [...parser.push(whole.slice(0, cut)), ...parser.push(whole.slice(cut)), ...parser.push("\n")];
            assert.deepEqual(found, events, `cut at ${cut}`);
        }
    }
});

test("an event beyond the size limit is refused", () => {
    const parser = new EventParser();
    const piece = `data: ${"x".repeat(1 << 20)}`;
    assert.throws(() => Array.from({ length: 20 }, () => parser.push(piece)), /larger than/);
});
