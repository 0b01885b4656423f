import assert from "node:assert/strict";
import { test } from "node:test";
import { stripes } from "../../Public/web/samples/ferry/barcode.js";
import { clock, days, duration, ports, remaining } from "../../Public/web/samples/ferry/formats.js";

for (const [departs, arrives, expected] of [
    ["2030-06-01T14:00:00Z", "2030-06-02T10:00:00Z", { duration: "20 h", days: 1 }],
    ["2030-06-01T18:45:00Z", "2030-06-02T09:15:00Z", { duration: "14 h 30 min", days: 1 }],
    ["2030-06-01T08:00:00Z", "2030-06-01T08:45:00Z", { duration: "45 min", days: 0 }],
    ["2030-12-31T23:59:00Z", "2031-01-02T00:01:00Z", { duration: "24 h 2 min", days: 2 }],
]) {
    test(`a crossing from ${departs} to ${arrives}`, () => {
        assert.deepEqual({ duration: duration(departs, arrives), days: days(departs, arrives) }, expected);
    });
}

test("departures are shown in the ferry's time zone", () => {
    const zone = process.env.TZ;
    process.env.TZ = "America/New_York";
    try {
        assert.equal(clock("2030-06-01T14:05:00Z", "en-GB"), "14:05");
    } finally {
        if (zone === undefined) delete process.env.TZ;
        else process.env.TZ = zone;
    }
});

test("the time left is in minutes and seconds", () => {
    assert.deepEqual([600_000, 581_000, 59_001, 0].map(remaining), ["10:00", "9:41", "1:00", "0:00"]);
});

test("ports come from the title, or from their keys if the title has no two names", () => {
    assert.deepEqual(ports({ title: "Kiel – Oslo", from: "kiel", to: "oslo" }), ["Kiel", "Oslo"]);
    assert.deepEqual(ports({ title: "Round trip", from: "kiel", to: "kiel" }), ["kiel", "kiel"]);
    assert.deepEqual(ports({ title: "Round trip" }), ["Round trip", ""]);
});

/** The bars and gaps in the notation of the specification (ISO/IEC 16388), wide ones as capitals. */
function printed(text) {
    const drawn = stripes(text);
    const ends = [...drawn.slice(1).map(({ at }) => at), null];
    return drawn.map(({ at, width }, index) => {
        const gap = ends[index] === null ? "" : ends[index] - at - width > 1 ? "W" : "w";
        return (width > 1 ? "B" : "b") + gap;
    }).join("");
}

for (const [text, expected] of [
    ["", "bWbwBwBwb" + "w" + "bWbwBwBwb"],
    ["A", "bWbwBwBwb" + "w" + "BwbwbWbwB" + "w" + "bWbwBwBwb"],
    ["1", "bWbwBwBwb" + "w" + "BwbWbwbwB" + "w" + "bWbwBwBwb"],
    ["Z", "bWbwBwBwb" + "w" + "bWBwBwbwb" + "w" + "bWbwBwBwb"],
]) {
    test(`the bars of “${text}” have a start and a stop`, () => assert.equal(printed(text), expected));
}

for (const text of ["ä", "a<b", "*", "K7 Q2!", null, 7, "A".repeat(33)]) {
    test(`${JSON.stringify(text)} has no bars`, () => assert.deepEqual(stripes(text), []));
}
