// Server-sent events over `fetch`, which unlike `EventSource` can carry a token (WHATWG HTML 9.2).

/** The server sends a comment every 15 seconds; after this long without a byte the connection is dead. */
const silenceMilliseconds = 40_000;
/** A state is a few kilobytes. What grows beyond this is not an event. */
const largestEventCharacters = 16 * 1024 * 1024;

/** @typedef {{event: string, data: string, id?: string}} ServerEvent */

/** Turns text, cut anywhere, into events. */
export class EventParser {
    #rest = "";

    /** @param {string} text @returns {ServerEvent[]} */
    push(text) {
        this.#rest += text;
        // A return at the end may be half of a line break.
        const end = this.#rest.endsWith("\r") ? -1 : undefined;
        const whole = this.#rest.slice(0, end).replace(/\r\n?/g, "\n");
        const blocks = whole.split("\n\n");
        this.#rest = blocks.pop() + (end ? "\r" : "");
        if (this.#rest.length > largestEventCharacters) throw new Error("An event in the stream is too large.");
        return blocks.map(parsed).filter(Boolean);
    }
}

/** @param {string} block @returns {ServerEvent | null} */
function parsed(block) {
    const found = { event: "message", data: [] };
    for (const line of block.split("\n")) {
        const [, name, value] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
        if (name === "data") found.data.push(value);
        else if (name === "event" || name === "id") found[name] = value;
    }
    return found.data.length ? { ...found, data: found.data.join("\n") } : null;
}

/**
 * The events of a stream, until it ends, is silent for too long or is aborted.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {AbortController} controller of the call that opened it
 * @returns {AsyncGenerator<ServerEvent>}
 */
export async function* events(stream, controller) {
    const parser = new EventParser();
    const decoder = new TextDecoder();
    const reader = stream.getReader();
    try {
        for (;;) {
            const timer = setTimeout(() => controller.abort(new Error("The stream is silent.")), silenceMilliseconds);
            const { value, done } = await reader.read().finally(() => clearTimeout(timer));
            if (done) return;
            yield* parser.push(decoder.decode(value, { stream: true }));
        }
    } finally {
        reader.cancel().catch(() => {});
    }
}
