// A browser, controlled over W3C WebDriver with `fetch`.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { announcement } from "./announcement.js";

/** Generous, because a wait ends as soon as its condition holds. */
const conditionWithinMilliseconds = 120_000;
const commandWithinMilliseconds = 180_000;
const scriptWithinMilliseconds = 150_000;
const pollMilliseconds = 40;
const mostTabs = 60;
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

export const keys = { escape: "\uE00C", enter: "\uE007", tab: "\uE004", right: "\uE014", down: "\uE015", up: "\uE013", end: "\uE010" };

/** A chromedriver process with its browsers. */
export class Browser {
    static async launch() {
        const driver = spawn("chromedriver", ["--port=0"], { stdio: ["ignore", "pipe", "ignore"] });
        return new Browser(driver, `http://127.0.0.1:${await announcement(driver, /successfully on port (\d+)/)}`);
    }

    /** Windows that tests have closed. They are used again, because the start of a browser takes a second. */
    #idle = new Map([[false, []], [true, []]]);

    constructor(driver, address) {
        this.driver = driver;
        this.address = address;
    }

    /** Opens a window without stored data, as for another user. */
    async open({ width = 1280, height = 860, dark = false, reducedMotion = true } = {}) {
        const idle = this.#idle.get(reducedMotion);
        const page = idle.pop() ?? await this.#start(reducedMotion);
        page.close = async () => {
            await page.reset();
            idle.push(page);
        };
        await page.devtools("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
        if (dark) await page.devtools("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: "dark" }] });
        return page;
    }

    async #start(reducedMotion) {
        const args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--lang=en-GB"];
        args.push("--window-size=1280,860", "--force-color-profile=srgb");
        if (reducedMotion) args.push("--force-prefers-reduced-motion");
        const capabilities = {
            alwaysMatch: {
                browserName: "chrome",
                timeouts: { script: scriptWithinMilliseconds },
                "goog:chromeOptions": { args, ...(process.env.CHROMIUM && { binary: process.env.CHROMIUM }) },
                "goog:loggingPrefs": { browser: "ALL" },
            },
        };
        const { sessionId } = await command(this.address, "POST", "/session", { capabilities });
        const address = `${this.address}/session/${sessionId}`;
        return new Page((method, path, body) => command(address, method, path, body));
    }

    async quit() {
        // A browser outlives its driver.
        for (const page of [...this.#idle.values()].flat()) await page.end();
        this.driver.kill();
        if (this.driver.exitCode === null && this.driver.signalCode === null) await once(this.driver, "exit");
        // A browser that a failed test has left keeps the pipe open.
        this.driver.stdout.destroy();
    }
}

/** A browser window. */
export class Page {
    #call;
    #origins = new Set();

    /** @param {(method: string, path: string, body?: any) => Promise<any>} call sends a command of WebDriver for this window */
    constructor(call) {
        this.#call = call;
    }

    /** Ends the browser of this window. */
    end() {
        return this.#call("DELETE", "");
    }

    /** Replaces all tabs by a new one, and removes what the pages have stored. */
    async reset() {
        const tabs = await this.tabs();
        const fresh = await this.newTab();
        for (const tab of tabs) {
            await this.switchTo(tab);
            await this.#call("DELETE", "/window");
        }
        await this.switchTo(fresh);
        for (const origin of this.#origins) await this.devtools("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
        this.#origins.clear();
        await this.devtools("Network.clearBrowserCache");
        await this.#call("POST", "/se/log", { type: "browser" });
    }

    go(url) {
        this.#origins.add(new URL(url).origin);
        return this.#call("POST", "/url", { url });
    }

    back() {
        return this.#call("POST", "/back", {});
    }

    forward() {
        return this.#call("POST", "/forward", {});
    }

    reload() {
        return this.#call("POST", "/refresh", {});
    }

    url() {
        return this.#call("GET", "/url");
    }

    devtools(cmd, params = {}) {
        return this.#call("POST", "/goog/cdp/execute", { cmd, params });
    }

    /** Calls a function in the page with these arguments. */
    evaluate(script, ...args) {
        return this.#call("POST", "/execute/sync", { script: `return (${script}).apply(null, arguments)`, args });
    }

    /** Runs a script before the scripts of each page from now on. */
    beforeEachPage(source) {
        return this.devtools("Page.addScriptToEvaluateOnNewDocument", { source });
    }

    async newTab() {
        const { handle } = await this.#call("POST", "/window/new", { type: "tab" });
        return handle;
    }

    tab() {
        return this.#call("GET", "/window");
    }

    /** The handles of all tabs. */
    tabs() {
        return this.#call("GET", "/window/handles");
    }

    switchTo(handle) {
        return this.#call("POST", "/window", { handle });
    }

    async find(selector) {
        const found = await this.#call("POST", "/elements", { using: "css selector", value: selector });
        return found.map((element) => element[elementKey]);
    }

    /** Waits until an element exists and is visible. */
    async wait(selector) {
        let element;
        await this.until(`${selector} to be visible`, async () => {
            for (const id of await this.find(selector)) {
                if (await this.#call("GET", `/element/${id}/displayed`)) return (element = id);
            }
            return false;
        });
        return element;
    }

    /** Evaluates a condition repeatedly until it is true. Fails after a time-out. */
    async until(what, condition) {
        const end = Date.now() + conditionWithinMilliseconds;
        let last;
        for (;;) {
            try {
                if (await condition()) return;
                last = undefined;
            } catch (error) {
                last = error;
            }
            if (Date.now() > end) {
                const text = await this.evaluate(`() => document.body.innerText.slice(0, 800)`).catch(() => "");
                throw new Error(`Timed out waiting for ${what}. The page shows:\n${text}`, { cause: last });
            }
            await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
        }
    }

    /** Does something with an element. Does it again with its successor if the page redraws the element meanwhile. */
    async #with(selector, act) {
        let result;
        await this.until(`${selector} to stay in the page`, async () => {
            const element = `/element/${await this.wait(selector)}`;
            result = await act((method, path, body) => this.#call(method, element + path, body));
            return true;
        });
        return result;
    }

    async click(selector) {
        await this.#with(selector, (call) => call("POST", "/click", {}));
    }

    async type(selector, text) {
        await this.#with(selector, (call) => call("POST", "/value", { text }));
    }

    /** Replaces the text of an input. */
    async fill(selector, text) {
        await this.#with(selector, async (call) => {
            await call("POST", "/clear", {});
            await call("POST", "/value", { text });
        });
    }

    /** Types a date such as `2090-06-01`, as a user of this browser does. */
    async fillDate(selector, date) {
        const [year, month, day] = date.split("-");
        await this.fill(selector, month + day + year);
    }

    async press(key) {
        const actions = [{ type: "keyDown", value: key }, { type: "keyUp", value: key }];
        await this.#call("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
    }

    /** Types a text with the keyboard, into the element that has the focus. */
    async write(text) {
        for (const key of text) await this.press(key);
    }

    /** Presses Tab until an element has the focus. */
    async tabTo(selector) {
        for (let presses = 0; presses < mostTabs; presses++) {
            await this.press(keys.tab);
            if (await this.evaluate("(selector) => document.activeElement.matches(selector)", selector)) return;
        }
        throw new Error(`Tab does not lead to ${selector}.`);
    }

    async text(selector) {
        return this.#with(selector, (call) => call("GET", "/text"));
    }

    async value(selector) {
        return this.#with(selector, (call) => call("GET", "/property/value"));
    }

    /**
     * All errors in the browser's console so far. Excludes the console's entries for failed API calls, because tests
     * check how the page handles those, and for the call that ends the server. Tests that simulate a
     * server answer the catalog themselves, so its preload is unused.
     */
    async consoleErrors() {
        const entries = await this.#call("POST", "/se/log", { type: "browser" });
        const isUnused = ({ message }) => message.includes("/v1/catalog was preloaded");
        const isAnswer = ({ message }) => /^\S+\/(v1\/\S+|demo\/kill) - Failed to load resource/.test(message);
        return entries.filter((entry) => !isAnswer(entry) && !isUnused(entry)).map(({ level, message }) => `${level} ${message}`);
    }

    async screenshot() {
        return Buffer.from(await this.#call("GET", "/screenshot"), "base64");
    }
}

async function command(address, method, path, body) {
    const response = await fetch(address + path, {
        method,
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(commandWithinMilliseconds),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
}
