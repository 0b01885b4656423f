// The tree of containers, and how moves change it. All functions are pure.

/**
 * @typedef {{id: string, name: string, flow: string}} ScreenReference
 * @typedef {{key: string, title: string, content: Container}} Tab
 * @typedef {{
 *   id: string, kind: "stack" | "tabs" | "split", presentation?: string, screens?: ScreenReference[],
 *   selected?: string, tabs?: Tab[], primary?: Container, secondary?: Container, presented?: Container
 * }} Container
 * @typedef {{move: string, container?: string, screen?: string, tab?: string}} Move
 */

/**
 * A container and those presented on it, bottom first, each without its `presented` member.
 * @param {Container | null | undefined} navigation
 * @returns {Container[]}
 */
export function layers(navigation) {
    const found = [];
    for (let next = navigation; next; next = next.presented) {
        const { presented, ...layer } = next;
        found.push(layer);
    }
    return found;
}

/** @param {Container[]} layers @returns {Container | null} */
function presentedInOrder(layers) {
    return layers.reduceRight((above, layer) => (above ? { ...layer, presented: above } : layer), null);
}

/**
 * The front stack: for tabs that of the selected tab, for a split view that of the secondary part unless it is empty.
 * @param {Container} container
 * @returns {Container}
 */
export function frontStack(container) {
    if (container.presented) return frontStack(container.presented);
    switch (container.kind) {
        case "tabs": {
            const tab = container.tabs.find((tab) => tab.key === container.selected);
            return tab ? frontStack(tab.content) : { id: container.id, kind: "stack", screens: [] };
        }
        case "split": {
            const secondary = frontStack(container.secondary);
            return secondary.screens.length ? secondary : frontStack(container.primary);
        }
        default:
            return container;
    }
}

/**
 * The screens that the user passes when going back from the front screen, in reverse order: the front screen is last.
 * @param {Container | null | undefined} navigation
 * @returns {ScreenReference[]}
 */
export function pathToFront(navigation) {
    return layers(navigation).flatMap((layer) => frontStack(layer).screens);
}

/**
 * Every screen in a container, and in the containers presented on it.
 * @param {Container} container
 * @returns {ScreenReference[]}
 */
export function screensOf(container) {
    const own = {
        stack: () => container.screens,
        tabs: () => container.tabs.flatMap((tab) => screensOf(tab.content)),
        split: () => [...screensOf(container.primary), ...screensOf(container.secondary)],
    };
    return [...own[container.kind](), ...(container.presented ? screensOf(container.presented) : [])];
}

/**
 * Applies moves to a navigation. New screens and containers are looked up in `target`, the navigation that the moves lead to. If a
 * move cannot be applied, or is of a newer protocol version, the result is `target`.
 * @param {Container | null} navigation
 * @param {Move[]} moves
 * @param {Container | null} target
 * @returns {Container | null}
 */
export function applyMoves(navigation, moves, target) {
    if (!target) return null;
    const result = layers(navigation);
    for (const move of moves) {
        switch (move.move) {
            case "refresh":
                break;
            case "over":
                return null;
            case "dismiss": {
                const index = result.findIndex((layer) => layer.id === move.container);
                if (index < 0) return target;
                result.length = index + 1;
                break;
            }
            case "present": {
                const layer = layers(target).find((layer) => layer.id === move.container);
                if (!layer) return target;
                result.push(layer);
                break;
            }
            case "push":
            case "pop":
            case "replace": {
                const front = result.length ? applyToStack(result.pop(), move, screensOf(target)) : null;
                if (!front) return target;
                result.push(front);
                break;
            }
            default:
                return target;
        }
    }
    return presentedInOrder(result);
}

/**
 * Applies a move to the stack that it names, in the container or in one of its parts. Null if the stack is not found.
 * @param {Container} container
 * @param {Move} move
 * @param {ScreenReference[]} known
 * @returns {Container | null}
 */
function applyToStack(container, move, known) {
    switch (container.kind) {
        case "tabs":
            for (const [index, tab] of container.tabs.entries()) {
                const content = applyToStack(tab.content, move, known);
                if (content) return { ...container, tabs: container.tabs.with(index, { ...tab, content }) };
            }
            return null;
        case "split":
            for (const part of ["primary", "secondary"]) {
                const content = applyToStack(container[part], move, known);
                if (content) return { ...container, [part]: content };
            }
            return null;
    }
    const screen = known.find((screen) => screen.id === move.screen);
    if (container.id !== move.container || !screen) return null;
    if (move.move === "push") return { ...container, screens: [...container.screens, screen] };
    if (move.move === "replace") return { ...container, screens: [...container.screens.slice(0, -1), screen] };
    const index = container.screens.findIndex((below) => below.id === screen.id);
    return index < 0 ? null : { ...container, screens: container.screens.slice(0, index + 1) };
}
