// The filters above a page, which are part of its address.

import { h } from "../web/dom.js";

/** The filters of sessions that the list and batches share: their names in addresses and calls, with their labels. @type {Record<string, string>} */
export const sessionFilters = {
    user: "User",
    status: "Status",
    flow: "Flow",
    screen: "Front screen",
    idiom: "Idiom",
    app: "App version",
    q: "User or session id",
    stuck: "Stuck for seconds",
    failed: "Failed within seconds",
    sandbox: "Sandbox",
};

/**
 * Makes selects and inputs that change the address of a page.
 * @param {string} page `#/map`
 * @param {Record<string, string>} current the present filters
 */
export function chooser(page, current) {
    const go = (name, value) => (location.hash = address(page, { ...current, [name]: value }));
    /** @param {string} name @param {string} label @param {string[][] | null} options null for a text @param {string} chosen */
    return (name, label, options = null, chosen = current[name]) => {
        const properties = { name, "aria-label": label, onchange: (event) => go(name, event.target.value.trim()) };
        if (!options) return h("input", { ...properties, type: "search", value: current[name], placeholder: label, autocomplete: "off", spellcheck: "false" });
        const choices = options.map(([value, text]) => h("option", { value, selected: value === chosen }, text));
        return h("select", properties, ...choices);
    };
}

/**
 * The address of a page with these filters.
 * @param {string} page @param {Record<string, string>} filters empty ones are omitted
 */
export function address(page, filters) {
    const given = Object.entries(filters).filter(([, value]) => value);
    return given.length ? `${page}?${new URLSearchParams(given)}` : page;
}

/**
 * The names of the app's flows. The one with the most active flows comes first, then by name; the initial flow is last.
 * @param {import("./operator.js").Operator} operator
 * @returns {Promise<string[]>}
 */
export async function flowNames(operator) {
    const [catalog, summary] = await Promise.all([operator.catalog(), operator.get("/summary")]);
    const active = new Map(summary.flows.map(({ flow, active: number }) => [flow, number]));
    const initial = catalog.flows.find((flow) => flow.initial)?.name;
    // Flows of an earlier build may still be active.
    const names = [...new Set([...catalog.flows.map(({ name }) => name), ...active.keys()])].filter((name) => name !== initial).sort();
    const [busiest] = [...names].sort((a, b) => (active.get(b) ?? 0) - (active.get(a) ?? 0));
    return [...new Set([busiest, ...names, initial])].filter(Boolean);
}

/** Whether a filter's value is a number, of seconds. @param {string} name */
export function isNumber(name) {
    return ["stuck", "failed"].includes(name);
}

/**
 * The filters that an address has.
 * @param {URLSearchParams} query
 * @param {string[]} names
 * @returns {Record<string, string>}
 */
export function givenFilters(query, names = Object.keys(sessionFilters)) {
    return Object.fromEntries(names.filter((name) => query.get(name)).map((name) => [name, query.get(name)]));
}

/**
 * The filter of a batch, from the filters that the operator has chosen. Only active sessions can be ended.
 * @param {Record<string, string>} given
 * @param {string} action `end` or `erase`
 * @returns {Record<string, string> | null} null if no sessions are meant
 */
export function batchFilter(given, action) {
    if (!Object.keys(given).length) return null;
    if (action !== "end") return given;
    return given.status === "over" ? null : { ...given, status: "active" };
}

/** A filter as the call that starts a batch takes it. @param {Record<string, string>} filter */
export function filterDocument(filter) {
    const value = (name, text) => (isNumber(name) ? Number(text) : name === "sandbox" ? text === "true" : text);
    return Object.fromEntries(Object.entries(filter).map(([name, text]) => [name, value(name, text)]));
}

/** A batch's filter as a text: `Flow: BookFerry, Status: active`. @param {Record<string, string | number | boolean | null>} filter */
export function filterText(filter) {
    const given = Object.entries(filter).filter(([, value]) => value !== null);
    return given.map(([name, value]) => `${sessionFilters[name]}: ${value}`).join(", ");
}
