// The server under test: the sample app on a free port with its own store.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { announcement } from "./announcement.js";

/** A running server that can be killed and restarted with the same port and store. */
export class Server {
    /** @param {string[]} flags additional flags of `serve` */
    static async start(flags = []) {
        const server = new Server(flags);
        await server.run();
        return server;
    }

    constructor(flags) {
        this.flags = flags;
        this.folder = mkdtempSync(join(tmpdir(), "fairway-browser-"));
        this.port = 0;
        this.token = "the-operator-of-the-browser-tests";
    }

    async run() {
        const executable = process.env.FAIRWAY_SAMPLES;
        if (!executable) throw new Error("FAIRWAY_SAMPLES must be the path of the server to test. Tests/BrowserTests/run sets it.");
        const args = ["serve", "--port", String(this.port), "--store", `sqlite:${this.folder}/store.sqlite`];
        args.push("--admin-token", this.token, "--log-level", "error", ...this.flags);
        // The sample app's services write files to the working directory.
        this.process = spawn(resolve(executable), args, { cwd: this.folder, stdio: ["ignore", "pipe", "inherit"] });
        this.port = Number(await announcement(this.process, /listening on http:\/\/127\.0\.0\.1:(\d+)/));
    }

    get origin() {
        return `http://127.0.0.1:${this.port}`;
    }

    /** The address of the web client. */
    get client() {
        return `${this.origin}/app`;
    }

    /** Kills the process. */
    async kill() {
        this.process.kill("SIGKILL");
        await once(this.process, "exit");
    }

    async stop() {
        if (this.process.exitCode === null && this.process.signalCode === null) await this.kill();
        rmSync(this.folder, { recursive: true, force: true });
    }

    /** @returns {Promise<any>} the answer to an operator's call */
    async operator(method, path) {
        const response = await fetch(this.origin + path, { method, headers: { Authorization: `Bearer ${this.token}` } });
        const text = await response.text();
        return text && JSON.parse(text);
    }
}

/**
 * Starts a server in a pseudoterminal, where it prints the start banner.
 * @returns {Promise<{link: string, stop: () => Promise<void>}>} the console's sign-in link
 */
export async function startOnTerminal() {
    const folder = mkdtempSync(join(tmpdir(), "fairway-terminal-"));
    const command = `exec '${resolve(process.env.FAIRWAY_SAMPLES ?? "")}' serve --port 0 --store memory:`;
    const terminal = spawn("script", ["-qfec", command, "/dev/null"], {
        cwd: folder,
        env: { ...process.env, NO_COLOR: "1" },
        stdio: ["ignore", "pipe", "inherit"],
    });
    const stop = async () => {
        terminal.kill();
        if (terminal.exitCode === null && terminal.signalCode === null) await once(terminal, "exit");
        rmSync(folder, { recursive: true, force: true });
    };
    return { link: await announcement(terminal, /Console +(\S+)/), stop };
}
