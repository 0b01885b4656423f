// Stores the session of this browser. A second tab, or the same tab after a reload, continues it. A client in a frame has a session of
// its own, which lasts as long as the tab. So has a tab in which the console has opened a sandbox.

/** Whether another page shows this client in a frame. */
export const isFramed = typeof window !== "undefined" && window.parent !== window;

/** The query of a client in a frame, by which the clients of several frames are told apart. Null for the client of a tab. */
const ownQuery = isFramed ? location.search : null;

const tabKey = "fairway.tab";

/** Whether this tab has a session of its own, which does not belong to the user of the browser. */
export const isOwn = ownQuery === null && hasTabSession();

function hasTabSession() {
    try {
        return sessionStorage.getItem(tabKey) !== null;
    } catch {
        return false;
    }
}

/** @param {string | null} query */
const storage = (query) => (query === null && !isOwn ? localStorage : sessionStorage);

/** @param {string | null} query */
const key = (query) => (query === null && isOwn ? tabKey : `fairway.session${query ?? ""}`);

const sandboxKey = "fairway.sandbox";

/**
 * Opens a sandbox in another tab. Other tabs do not share it.
 * @param {Window} tab of this origin
 * @param {{id: string, token: string}} session
 * @param {{origin: string, deletedAt: string}} sandbox
 */
export function openInTab(tab, session, sandbox) {
    tab.sessionStorage.setItem(tabKey, JSON.stringify(session));
    tab.sessionStorage.setItem(sandboxKey, JSON.stringify({ id: session.id, ...sandbox }));
    tab.location.replace("/app");
}

/**
 * @param {string | null} [query] of a client in a frame of this page
 * @returns {{id: string, token?: string} | null} without a token, the user token opens the session
 */
export function storedSession(query = ownQuery) {
    try {
        const stored = JSON.parse(storage(query).getItem(key(query)));
        return stored?.id ? { id: stored.id, token: stored.token } : null;
    } catch {
        // Storage may be disabled, or contain anything.
        return null;
    }
}

/** @param {{id: string, token?: string} | null} session */
export function storeSession(session) {
    try {
        if (session) storage(ownQuery).setItem(key(ownQuery), JSON.stringify({ id: session.id, token: session.token }));
        else storage(ownQuery).removeItem(key(ownQuery));
    } catch {
        // Without storage, a reload starts a new session.
    }
}

/**
 * The sandbox that the console has opened in this tab; null if the tab shows another session.
 * @returns {import("./sandboxBar.js").Sandbox | null}
 */
export function tabSandbox() {
    if (!isOwn) return null;
    try {
        const sandbox = JSON.parse(sessionStorage.getItem(sandboxKey));
        return sandbox?.id === storedSession()?.id ? sandbox : null;
    } catch {
        return null;
    }
}
