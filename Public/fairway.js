// The JavaScript client: native modules, nothing to build, nothing to install.
//
//     import { Session } from "/fairway.js";
//
// `docs/protocol.md` describes what it speaks.

export { applyMoves, frontStack, layers, pathToFront, screensOf } from "./fairway/navigation.js";
export { BusyError, HTTPError, NetworkError, ProblemError } from "./fairway/problems.js";
export { isPassing } from "./fairway/retry.js";
export { Session } from "./fairway/session.js";
export { accept } from "./fairway/state.js";
export { Transport } from "./fairway/transport.js";
