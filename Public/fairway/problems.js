// The errors of a call.

/** The request got no answer (network failure, time-out). The server may or may not have applied the change. */
export class NetworkError extends Error {
    name = "NetworkError";

    /** @param {unknown} cause */
    constructor(cause) {
        super("The server cannot be reached. Try again later.", { cause });
    }
}

/** The response is not part of the protocol; most likely it is a proxy's error page. */
export class HTTPError extends Error {
    name = "HTTPError";

    /** @param {number} status @param {Headers} headers */
    constructor(status, headers) {
        super(`The server answered with status ${status} and no problem document. A proxy may have answered in its place.`);
        this.status = status;
        this.retryAfterSeconds = retryAfter(headers);
    }
}

/** The server refused the request with a problem document (RFC 9457). */
export class ProblemError extends Error {
    name = "ProblemError";

    /** @param {any} problem @param {Headers} headers */
    constructor(problem, headers) {
        super(problem.detail || problem.title || problem.code);
        /** @type {string} a stable code to branch on */
        this.code = problem.code;
        /** @type {number} */
        this.status = problem.status;
        /** @type {string} */
        this.title = problem.title;
        /** @type {{pointer: string, code: string, detail?: string}[]} the errors of single fields */
        this.errors = problem.errors ?? [];
        /** @type {import("./state.js").StateDocument | undefined} the session's current state */
        this.state = problem.state;
        this.retryAfterSeconds = retryAfter(headers);
    }
}

/** A change was requested before the previous one was answered. */
export class BusyError extends Error {
    name = "BusyError";

    constructor() {
        super("The previous change has not been answered yet. Wait for its answer.");
    }
}

/** @param {Headers} headers @returns {number | undefined} */
function retryAfter(headers) {
    const seconds = Number(headers.get("Retry-After") ?? NaN);
    return Number.isFinite(seconds) ? seconds : undefined;
}
