import assert from "node:assert/strict";
import { test } from "node:test";
import { matches, snippet } from "../../Public/docs/search.js";

const entry = (heading, text, page = "Page") => ({ page, path: `/docs#${heading}`, heading, text });
const found = (entries, query) => matches(entries, query).map(({ heading }) => heading);

test("a section is found that contains all words of the query, in any case", () => {
    const entries = [entry("Timers", "A flow starts a Timer."), entry("Jobs", "A flow starts a job.")];
    assert.deepEqual(found(entries, "timer FLOW"), ["Timers"]);
    assert.deepEqual(found(entries, "flow"), ["Timers", "Jobs"]);
    assert.deepEqual(found(entries, "nothing"), []);
    assert.deepEqual(found(entries, " "), []);
});

test("a heading counts more than a text, and the whole heading most", () => {
    const entries = [entry("Other", "guards guards guards guards"), entry("3. Guards", "x"), entry("Guards", "x"), entry("Safeguards", "x")];
    assert.deepEqual(found(entries, "guards"), ["Guards", "3. Guards", "Safeguards", "Other"]);
});

test("a snippet shows the words of the query in their context", () => {
    const long = `${"word ".repeat(40)}the Timer rings ${"more ".repeat(60)}`;
    const parts = snippet(long, "timer");
    assert.deepEqual(parts.filter(({ isMatch }) => isMatch), [{ text: "Timer", isMatch: true }]);
    assert.match(parts[0].text, /^… word /);
    assert.match(parts.at(-1).text, / …$/);
    assert.deepEqual(snippet("a+b (c)", "c"), [{ text: "a+b (", isMatch: false }, { text: "c", isMatch: true }, { text: ")", isMatch: false }]);
    assert.deepEqual(snippet("nothing here", "x"), [{ text: "nothing here", isMatch: false }]);
});
