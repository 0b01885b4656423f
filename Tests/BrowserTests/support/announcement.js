import { createInterface } from "node:readline";

/**
 * Waits for a pattern in a process's output, and returns its first capture group. Continues to read the output
 * afterwards, because a process blocks while its output is not read.
 */
export function announcement(process, pattern) {
    return new Promise((resolve, reject) => {
        const lines = createInterface(process.stdout);
        lines.on("line", (line) => {
            const found = pattern.exec(line);
            if (found) resolve(found[1]);
        });
        lines.on("close", () => reject(new Error(`${process.spawnfile} ended before it was ready.`)));
        process.on("error", reject);
    });
}
