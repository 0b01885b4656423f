// Displays one screen: its heading, view model and actions.

import { same } from "../fairway/state.js";
import { controlsOf } from "./controls.js";
import { confirmed } from "./dialogs.js";
import { h, newID } from "./dom.js";
import { buttonStyle, Form } from "./form.js";
import { screenTitle } from "./labels.js";
import { phrase } from "./language.js";
import { pointerTo } from "./pointer.js";
import { render } from "./renderers.js";
import { RowControls } from "./rowControls.js";
import { derivedRows, needsRow } from "./rows.js";
import { truncated } from "./values.js";

const maxButtons = 50;

/**
 * @typedef {import("../fairway/state.js").ScreenDocument} ScreenDocument
 * @typedef {{send: (view: ScreenView, action: string, params?: any) => void, typed: (view: ScreenView) => void}} Delegate
 */

/** A screen on the page. It lives as long as the screen is in the navigation, and keeps the user's input. */
export class ScreenView {
    /** @type {Map<string, Form>} */
    #forms = new Map();
    #scrollTop = 0;
    #title = "";
    #rows = new RowControls({ send: (control, params, row) => this.#send(control, params, row), viewModel: () => this.document.viewModel });
    /** @type {ScreenDocument | null} */
    document = null;

    /**
     * @param {{id: string, name: string}} reference
     * @param {{title?: string | null, actions: Record<string, any>, controls?: any[]}} known the screen in the catalog
     * @param {Delegate} delegate
     */
    constructor(reference, known, delegate) {
        this.id = reference.id;
        this.delegate = delegate;
        this.controls = controlsOf(known);
        this.#title = known.title || phrase(screenTitle(reference.name));
        this.heading = h("h1", { tabindex: "-1", id: newID("screen") }, this.#title);
        this.notice = h("p.notice", { role: "alert", hidden: true });
        this.body = h("div.body");
        this.actions = h("div.actions");
        this.element = h(
            "article.screen",
            {
                "aria-labelledby": this.heading.id,
                data: { screen: reference.id, name: reference.name },
                onscroll: () => this.element.isConnected && (this.#scrollTop = this.element.scrollTop),
            },
            this.heading,
            this.notice,
            this.body,
            this.actions,
        );
    }

    get title() {
        return this.heading.textContent;
    }

    /** Browsers reset the scroll position of an element that is removed from the page. */
    restoreScroll() {
        this.element.scrollTop = this.#scrollTop;
    }

    /** The unsent input; undefined if there is none. */
    get draft() {
        const touched = [...this.#forms.values()].filter((form) => form.isTouched);
        return touched.length ? Object.assign({}, ...touched.map((form) => form.draft)) : undefined;
    }

    /** @param {ScreenDocument} document */
    update(document) {
        const before = this.document;
        this.document = document;
        const isSame = before && ["viewModel", "actions", "title", "draft"].every((name) => same(before[name], document[name]));
        if (isSame) return;
        const { viewModel } = document;
        const active = globalThis.document.activeElement;
        const focused = active instanceof HTMLElement && this.element.contains(active) && active.dataset.focus;
        const shown = this.#shownControls();
        this.#rows.controls = shown;
        this.#drawBody(shown.filter(({ row }) => !row));
        const isLost = focused && !this.element.contains(globalThis.document.activeElement);
        if (isLost) this.element.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
        for (const form of this.#forms.values()) {
            form.update(viewModel);
            // Prefill fields from members of the view model with the same name.
            form.fill(viewModel);
            form.fill(document.draft, true);
        }
    }

    /** The controls of the actions that the state offers, with the rows that they are drawn on. */
    #shownControls() {
        const { actions, viewModel } = this.document;
        const offered = this.controls.filter(({ action }) => actions.includes(action));
        // The server can be newer than the catalog.
        const unknown = actions.filter((action) => !offered.some((control) => control.action === action));
        const shown = [...offered, ...controlsOf({ actions: Object.fromEntries(unknown.map((action) => [action, {}])) })];
        const rows = derivedRows(viewModel, shown);
        return shown
            .map((control) => (rows.has(control.action) ? { ...control, row: rows.get(control.action), fields: [] } : control))
            .filter((control) => !needsRow(control));
    }

    #drawBody(controls) {
        const { viewModel, title, presentation } = this.document;
        const own = typeof viewModel?.title === "string" ? truncated(viewModel.title) : "";
        const isAlert = presentation === "alert";
        let heading = (isAlert && own) || title || own || this.#title;
        let alert = null;
        const claimed = new Set();
        const context = {
            screen: this.document,
            edited: edited(controls, this.#rows.lists),
            send: (action, params) => this.delegate.send(this, action, params),
            claim: (action) => claimed.add(action),
            title: (text) => (heading = text),
            alert: (text) => (alert = text),
            rows: (list) => this.#rows.on(list),
        };
        const drawn = render(viewModel, context);
        const message = alert === null && typeof viewModel?.message === "string" && viewModel.message;
        const lead = !isAlert && own && own !== heading && drawn.length > 0 && heading === title ? [h("p.lead", {}, own)] : [];
        this.body.replaceChildren(...lead, ...(message ? [h("p.message", {}, truncated(message))] : []), ...drawn);
        this.heading.textContent = heading;
        if (alert !== null) this.showNotice(alert);
        this.#drawActions(controls.filter(({ action }) => !claimed.has(action)));
    }

    #drawActions(controls) {
        const { viewModel } = this.document;
        const buttons = Array.isArray(viewModel?.buttons) ? viewModel.buttons.slice(0, maxButtons) : [];
        const asked = buttons.filter((button) => controls.some(({ action }) => action === button?.action));
        const left = controls.filter(({ action }) => !asked.some((button) => button.action === action));
        const styles = stylesOf(left);
        const hasForm = (action) => left.some((control) => control.action === action && control.fields.length);
        for (const action of this.#forms.keys()) if (!hasForm(action)) this.#forms.delete(action);
        /** @type {HTMLElement[]} */
        const drawn = [];
        // The buttons after a form stand beside its own.
        let place = null;
        for (const form of this.#forms.values()) form.more.replaceChildren();
        for (const control of left) {
            if (control.fields.length) {
                const form = this.#form(control);
                form.more.replaceChildren();
                drawn.push(form.element);
                place = form.more;
                continue;
            }
            if (!place) drawn.push((place = h("div.buttons")));
            place.append(this.#button(control.action, control.label, styles.get(control.action), () => this.#send(control)));
        }
        if (asked.length) {
            const answers = asked.map(({ action, title, style }) => this.#button(action, title, style, () => this.delegate.send(this, action)));
            drawn.push(h("div.buttons.answers", {}, ...answers));
        }
        // Leave existing forms in place, because moving one would take the focus from its field.
        const kept = new Set(drawn);
        for (const child of [...this.actions.children]) if (!kept.has(/** @type {any} */ (child))) child.remove();
        drawn.forEach((element, index) => {
            if (this.actions.children[index] !== element) this.actions.insertBefore(element, this.actions.children[index] ?? null);
        });
    }

    #form(control) {
        let form = this.#forms.get(control.action);
        if (!form) {
            form = new Form(control, (params) => this.#send(control, params), () => this.delegate.typed(this));
            this.#forms.set(control.action, form);
        }
        return form;
    }

    #button(action, title, style, press) {
        return h(`button.${style}`, { type: "button", onclick: press, data: { action, focus: action } }, title);
    }

    /**
     * Sends an action, after its confirmation.
     * @param {import("./controls.js").Control} control
     * @param {any} [params]
     * @param {import("./rowControls.js").PressedRow} [row] the row that the action is for
     */
    async #send(control, params, row) {
        if (control.confirm) {
            const isDestructive = control.role === "destructive";
            const { confirm: question, decline, label: verb } = control;
            if (!(await confirmed({ question, decline, about: row?.title, verb, isDestructive }))) return;
        }
        const current = row ? row.current(params) : params;
        if (current === null) {
            this.close();
            return this.showNotice(phrase("This entry has changed. Choose it again."));
        }
        this.delegate.send(this, control.action, current);
    }

    /**
     * Marks an action's input as sent: from now on its fields follow the view model again. The input of other forms is kept.
     * @param {string} action
     */
    markSent(action) {
        for (const [name, form] of this.#forms) {
            if (name !== action && form.isTouched) continue;
            form.isTouched = false;
            form.showErrors([]);
            form.fill(this.document.viewModel);
        }
        // The action has deleted the draft on the server.
        if (this.draft !== undefined) this.delegate.typed(this);
        this.close();
    }

    /** Closes the form of a row. */
    close() {
        this.#rows.close();
    }

    /**
     * Shows why an action was refused, at the fields with errors.
     * @param {string} action
     * @param {any} problem
     */
    showProblem(action, problem) {
        const form = this.#rows.form(action) ?? this.#forms.get(action);
        const text = problem.message || problem.title;
        if (form) form.showErrors(problem.errors ?? [], text);
        else this.showNotice((problem.errors ?? []).map(({ detail }) => detail).filter(Boolean).join(" ") || text);
    }

    /** @param {string | null} text */
    showNotice(text) {
        this.notice.textContent = text ?? "";
        this.notice.hidden = !text;
    }
}

/**
 * The pointers to the values that forms show: those of the fields, and the lists of options that have no controls on their rows.
 * @param {import("./controls.js").Control[]} controls
 * @param {Set<string>} rows the lists with controls on their rows
 */
function edited(controls, rows) {
    const fields = controls.flatMap((control) => control.fields);
    const lists = fields.flatMap(({ options }) => (options && "list" in options && !rows.has(options.list) ? [options.list] : []));
    return new Set([...fields.map(({ path }) => pointerTo(path)), ...lists]);
}

/** The classes of buttons. One at most is prominent. */
function stylesOf(controls) {
    let hasPrimary = controls.some(({ fields, role }) => fields.length && role === "primary");
    return new Map(controls.filter(({ fields }) => !fields.length).map((control) => {
        const style = buttonStyle(control);
        if (style !== "primary") return [control.action, style];
        const isFirst = !hasPrimary;
        hasPrimary = true;
        return [control.action, isFirst ? "primary" : "plain"];
    }));
}
