// Checks a page with axe-core, the accessibility rules that most auditors use.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const pollMilliseconds = 100;
const checkWithinMilliseconds = 180_000;

/** Starts the rules after the command, because they take longer than a command may. They put their result into the page. */
const start = `() => {
    const describe = ({ id, help, nodes }) => [id, help, ...nodes.map(({ target, failureSummary }) => target.join(" ") + ": " + failureSummary)].join("\\n    ");
    delete window.violations;
    setTimeout(() => axe.run({ resultTypes: ["violations"] }).then(
        ({ violations }) => (window.violations = violations.map(describe)),
        (error) => (window.violations = [String(error)]),
    ));
}`;

/**
 * Asserts that a page breaks no rule of axe-core.
 * @param {import("./browser.js").Page} page
 * @param {string} place named in failures
 */
export async function assertAccessible(page, place) {
    if (!process.env.AXE) throw new Error("AXE must be the path of axe.min.js. Tests/BrowserTests/run sets it.");
    await page.evaluate(`() => { ${readFileSync(process.env.AXE, "utf8")} }`);
    await page.evaluate(start);
    const end = Date.now() + checkWithinMilliseconds;
    let violations = null;
    while (!violations) {
        if (Date.now() > end) throw new Error(`axe-core does not finish on ${place}.`);
        await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
        // If the page computes for longer than a command may take, a later command gets the result.
        violations = await page.evaluate("() => window.violations ?? null").catch(() => null);
    }
    assert.deepEqual(violations, [], `${place}:\n${violations.join("\n")}`);
}
