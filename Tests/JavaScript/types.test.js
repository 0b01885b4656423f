import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import * as client from "../../Public/fairway.js";

// agreement.ts compares the types; this test compares the names.
test("fairway.d.ts declares every export of fairway.js", async () => {
    const declarations = await readFile(new URL("../../Public/fairway.d.ts", import.meta.url), "utf8");
    const names = [...declarations.matchAll(/^export (?:class|function|const) (\w+)/gm)].map(([, name]) => name);
    assert.deepEqual(names.sort(), Object.keys(client).sort());
});
