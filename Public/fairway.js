// The JavaScript client: ES modules, with nothing to build or install.
//
//     import { Session } from "/fairway.js";
//
// The protocol is specified in `docs/protocol.md`.

export { applyMoves, frontStack, layers, pathToFront, screensOf } from "./fairway/navigation.js";
export { BusyError, HTTPError, NetworkError, ProblemError } from "./fairway/problems.js";
export { isRetryable } from "./fairway/retry.js";
export { Session } from "./fairway/session.js";
export { accept } from "./fairway/state.js";
export { Transport } from "./fairway/transport.js";
