import { createInterface } from "node:readline";

/**
 * What a process says about itself: the pattern's first group, from the first line of its output that has one. Its
 * output is read on, for a process whose output nobody reads stops.
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
