// The title of the document: the front screen, and the name of the app.

/** The name of the app, with which the server fills in the title of the page. */
export const appName = typeof document === "undefined" ? "" : document.title;

/** @param {string} title of the front screen */
export function setTitle(title) {
    document.title = `${title} · ${appName}`;
}
