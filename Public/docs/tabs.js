// Shows the sections of a page as tabs. Without this script, they follow each other.

import { h } from "../web/dom.js";

/** @param {HTMLElement | null} frame an element with a section for each tab */
export function addTabs(frame) {
    if (!frame) return;
    const sections = [...frame.querySelectorAll(":scope > section")];
    const tabs = sections.map((section, index) => {
        const heading = section.querySelector("h2");
        section.setAttribute("role", "tabpanel");
        section.setAttribute("aria-labelledby", `tab-${heading.id}`);
        const name = heading.textContent;
        // The tab has the name, and the heading would repeat it.
        heading.classList.add("hidden");
        const onkeydown = (event) => {
            const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
            if (!step) return;
            event.preventDefault();
            const next = tabs[(index + step + tabs.length) % tabs.length];
            next.focus();
            next.click();
        };
        return h("button", { type: "button", role: "tab", id: `tab-${heading.id}`, data: { anchor: heading.id }, onkeydown, onclick: () => choose(index) }, name);
    });

    function select(selected) {
        for (const [index, section] of sections.entries()) {
            section.toggleAttribute("hidden", index !== selected);
            tabs[index].setAttribute("aria-selected", String(index === selected));
            tabs[index].tabIndex = index === selected ? 0 : -1;
        }
    }

    function choose(index) {
        history.replaceState(history.state, "", `#${tabs[index].dataset.anchor}`);
        select(index);
    }

    /** Opens the tab that contains the anchor of the address. */
    function follow() {
        const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
        const index = sections.findIndex((section) => target && section.contains(target));
        if (index < 0) return;
        select(index);
        // A hidden section could not be scrolled to.
        (target.matches("h2") ? frame : target).scrollIntoView();
    }

    frame.prepend(h("div.tab-list", { role: "tablist", "aria-label": "Platform" }, ...tabs));
    select(0);
    follow();
    addEventListener("hashchange", follow);
}
