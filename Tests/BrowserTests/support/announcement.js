import { createInterface } from "node:readline";

/**
 * The first capture group of a pattern in a process's output. Reads on afterwards, because a process blocks when its
 * output is not read.
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
