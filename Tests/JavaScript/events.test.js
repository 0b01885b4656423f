import assert from "node:assert/strict";
import { test } from "node:test";
import { EventParser, events as eventsOf } from "../../Public/fairway/events.js";

const text = ": hello\n\nid: 4\nevent: state\ndata: {\"a\":\ndata: 1}\n\nretry: 1000\n\ndata:x\n\n";
const events = [{ event: "state", id: "4", data: '{"a":\n1}' }, { event: "message", id: "4", data: "x" }];

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

test("lines end at carriage returns and line feeds only", () => {
    const state = { title: "a\u2028b\u2029c\u0085d\u000be\u000cf" };
    const [event] = new EventParser().push(`id: 4\nevent: state\ndata: ${JSON.stringify(state)}\n\n`);
    assert.deepEqual(JSON.parse(event.data), state);
});

test("an event's data may have many lines, and the size limit counts them", () => {
    const parser = new EventParser();
    const piece = `data: ${"x".repeat(1 << 20)}\n`;
    assert.throws(() => Array.from({ length: 20 }, () => parser.push(piece)), /larger than/);
    const quiet = new EventParser();
    for (let count = 0; count < 20; count++) assert.deepEqual(quiet.push(`:${"x".repeat(1 << 20)}\n`), []);
});

// The format of event streams (WHATWG HTML 9.2.5 and 9.2.6). The web platform tests have a case for each of these rules.
const formats = [
    ["a byte order mark at the beginning is ignored", "\u{FEFF}data:1\n\n\u{FEFF}data:2\n\ndata:3\n\n", ["1", "3"]],
    ["a second byte order mark belongs to the field's name", "\u{FEFF}\u{FEFF}data:1\n\ndata:2\n\n", ["2"]],
    ["comments are skipped, also long ones", `:\ndata:1\n:\0\n: x\r\ndata:2\n:${"y".repeat(5_000)}\rdata:3\n:data:4\n\n`, ["1\n2\n3"]],
    ["an event without an empty line at its end is dropped", "data:1\n\nretry:1000\ndata:2\n", ["1"]],
    ["a field without a value is empty", "data:\n\ndata\ndata\n\ndata:3\n\n", ["", "\n", "3"]],
    ["an event without data is none, and its name is forgotten", "event:a\n\ndata:1\n\n", ["1"]],
    ["an event has the name of its last field", "event:a\nevent:b\ndata:1\n\ndata:2\n\n", ["b 1", "2"]],
    ["an empty name is that of a message", "event: \ndata:1\n\nevent:a\nevent\ndata:2\n\n", ["1", "2"]],
    ["names of fields are exact", "data:1\n data:2\nData:3\ndata :4\ndata\0:5\ndatas:6\n\n", ["1"]],
    ["one space after the colon is skipped", "data:\ttab\n\ndata: one\n\ndata:  two\n\ndata:none\n\n", ["\ttab", "one", " two", "none"]],
    ["only the first colon separates", "data:a:b\n\ndata: :\n\ndata::\n\n", ["a:b", ":", ":"]],
    ["unknown fields are skipped", "data:1\nfoo:2\n:x\nfoo\ndata:3\n\n", ["1\n3"]],
    ["retry hints are skipped, bogus ones as well", "retry:3000\nretry:1000x\nretry:-1\nretry\ndata:1\n\n", ["1"]],
    ["each line break ends a line", "data:1\ndata\rdata:2\r\ndata:3\n\r\rdata:4\r\n\r\n", ["1\n\n2\n3", "4"]],
    ["U+0000 belongs to the data", "data:\0\n\ndata:a\0b\n\n", ["\0", "a\0b"]],
    ["the encoding is UTF-8", "data:ok…😀\n\n", ["ok…😀"]],
    ["an id is kept for later events", "id:1\ndata:a\n\ndata:b\n\nid\ndata:c\n\nid:2\n\ndata:d\n\n", ["a #1", "b #1", "c", "d #2"]],
    ["an id with U+0000 is ignored", "id:1\ndata:a\n\nid:2\0\ndata:b\n\nid:…\ndata:c\n\n", ["a #1", "b #1", "c #…"]],
];

for (const [rule, text, expected] of formats) {
    test(`event streams: ${rule}`, async () => {
        const bytes = new TextEncoder().encode(text);
        for (let cut = 0; cut <= Math.min(bytes.length, 80); cut++) {
            const stream = ReadableStream.from([bytes.slice(0, cut), bytes.slice(cut)]);
            const found = [];
            for await (const { event, data, id } of eventsOf(stream, new AbortController())) {
                found.push([...(event === "message" ? [] : [event]), data, ...(id ? [`#${id}`] : [])].join(" "));
            }
            assert.deepEqual(found, expected, `cut at ${cut}`);
        }
    });
}
