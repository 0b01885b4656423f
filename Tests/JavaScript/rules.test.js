import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { controlsOf } from "../../Public/web/controls.js";
import { useLanguage } from "../../Public/web/language.js";
import { sentence } from "../../Public/web/messages.js";
import { violations } from "../../Public/web/validation.js";

// The cases that all implementations share. The web client writes limits of money with the currency.
const cases = JSON.parse(readFileSync(new URL("../Fixtures/rules.json", import.meta.url), "utf8"));

for (const { about, schema, format, unit, value, params = { a: value }, code, ...sentences } of cases) {
    test(`${about}: ${code ?? "valid"}`, async () => {
        const field = { name: "a", label: "A", format, unit, required: true };
        const fields = format ? [field] : [];
        const screen = {
            actions: { save: { type: "object", properties: { a: schema }, required: ["a"] } },
            controls: [{ action: "save", label: "Save", role: "primary", fields }],
        };
        const found = schema ? violations(screen, "save", params, {}) : [{ pointer: "/input", code }];
        assert.deepEqual(found.map(({ code }) => code), code ? [code] : []);
        const spec = schema && found[0]?.pointer === "/params/a" ? controlsOf(screen)[0].fields[0] : null;
        for (const [tag, expected] of [["en", "english"], ["de", "german"]]) {
            await useLanguage(tag);
            const shown = found.map((violation) => sentence(violation, spec, tag));
            assert.deepEqual(shown, code ? [sentences.withCurrency?.[expected] ?? sentences[expected]] : []);
        }
        await useLanguage("en");
    });
}
