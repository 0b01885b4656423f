// The ways a call can go wrong. Each says what to do about it.

/** No answer came: the network, the server or the time to wait gave out. Whether anything changed is not known. */
export class NetworkError extends Error {
    name = "NetworkError";

    /** @param {unknown} cause */
    constructor(cause) {
        super("The server cannot be reached. Nothing is lost: try again when it can.", { cause });
    }
}

/** An answer came that is not this protocol's: a proxy's page, most likely. */
export class HTTPError extends Error {
    name = "HTTPError";

    /** @param {number} status @param {Headers} headers */
    constructor(status, headers) {
        super(`The server answered ${status}, in no way that this client understands.`);
        this.status = status;
        this.retryAfterSeconds = retryAfter(headers);
    }
}

/** The server refused, and says why (RFC 9457). */
export class ProblemError extends Error {
    name = "ProblemError";

    /** @param {any} problem @param {Headers} headers */
    constructor(problem, headers) {
        super(problem.detail || problem.title || problem.code);
        /** @type {string} stable, to decide by */
        this.code = problem.code;
        /** @type {number} */
        this.status = problem.status;
        /** @type {string} */
        this.title = problem.title;
        /** @type {{pointer: string, code: string, detail?: string}[]} what is wrong with which field */
        this.errors = problem.errors ?? [];
        /** @type {import("./state.js").StateDocument | undefined} where the session is instead */
        this.state = problem.state;
        this.retryAfterSeconds = retryAfter(headers);
    }
}

/** A change was asked for while the one before it is still on its way. */
export class BusyError extends Error {
    name = "BusyError";

    constructor() {
        super("The change before this one has not been answered yet: wait for it, or cancel it.");
    }
}

/** @param {Headers} headers @returns {number | undefined} */
function retryAfter(headers) {
    const seconds = Number(headers.get("Retry-After") ?? NaN);
    return Number.isFinite(seconds) ? seconds : undefined;
}
