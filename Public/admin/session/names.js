// Names screens, actions and work as the app's users know them. Pure.

import { actionLabel, humanize, screenTitle } from "../../web/labels.js";

/**
 * @typedef {{screen: (name: string) => string, action: (screen: string | null, name: string) => string, work: (name: string) => string}} Names
 */

/**
 * @param {{name: string, title?: string | null, controls?: {action: string, label: string}[]}[]} screens of the catalog
 * @returns {Names}
 */
export function namesOf(screens) {
    const known = new Map(screens.map((screen) => [screen.name, screen]));
    const control = (screen, name) => known.get(screen)?.controls?.find(({ action }) => action === name);
    return {
        screen: (name) => known.get(name)?.title ?? screenTitle(name),
        action: (screen, name) => control(screen, name)?.label ?? actionLabel(name),
        work: (name) => humanize(name.split(".").pop()),
    };
}

/**
 * What a change was made with: the label of a button, or the name of a timer or job.
 * @param {{kind: string, screen: string | null, name: string | null}} change a journal entry or an incident
 * @param {Names} names
 */
export function changeName({ kind, screen, name }, names) {
    if (!name) return null;
    if (kind === "action") return names.action(screen, name);
    return kind === "timer" || kind === "job" ? names.work(name) : name;
}
