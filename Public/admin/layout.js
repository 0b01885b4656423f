// Computes the layout of the flow map. Pure.

export const nodeWidth = 176;
export const nodeHeight = 54;
const columnGap = 120;
const rowGap = 30;
const margin = 40;
const sweeps = 6;
/** The nodes for the start and the end of a session, which are not screens. */
export const start = "start";
export const end = "end";

/**
 * @typedef {{name: string, visits: number, front: number, x: number, y: number, column: number}} MapNode
 * @typedef {{from: string, to: string, count: number, actions: {action: string, count: number, medianSeconds: number}[]}} MapEdge
 */

/**
 * @param {{screens: {name: string, visits: number, front: number}[], edges: any[]}} graph of `GET /v1/admin/graph`
 * @returns {{nodes: Map<string, MapNode>, edges: MapEdge[], width: number, height: number}}
 */
export function layOut(graph) {
    const edges = merged(graph.edges);
    const known = new Map(graph.screens.map((screen) => [screen.name, screen]));
    for (const { from, to } of edges) for (const name of [from, to]) if (!known.has(name)) known.set(name, { name, visits: 0, front: 0 });
    const columns = assignColumns([...known.keys()], edges);
    reduceCrossings(columns, edges);
    const tallest = Math.max(1, ...columns.map((column) => column.length));
    const height = tallest * (nodeHeight + rowGap) - rowGap + 2 * margin;
    const nodes = new Map();
    columns.forEach((names, column) => {
        const used = names.length * (nodeHeight + rowGap) - rowGap;
        names.forEach((name, row) => {
            const y = (height - used) / 2 + row * (nodeHeight + rowGap);
            nodes.set(name, { ...known.get(name), x: margin + column * (nodeWidth + columnGap), y, column });
        });
    });
    const width = columns.length * (nodeWidth + columnGap) - columnGap + 2 * margin;
    return { nodes, edges, width: Math.max(width, nodeWidth + 2 * margin), height };
}

/** Merges edges: one for each pair of screens, with all actions that lead from one to the other. */
function merged(edges) {
    const found = new Map();
    for (const { from, to, action, count, medianSeconds } of edges) {
        const pair = { from: from ?? start, to: to ?? end };
        const key = JSON.stringify([pair.from, pair.to]);
        const edge = found.get(key) ?? { ...pair, count: 0, actions: [] };
        edge.count += count;
        edge.actions.push({ action, count, medianSeconds });
        found.set(key, edge);
    }
    return [...found.values()].sort((a, b) => b.count - a.count);
}

/** Assigns each screen to a column, by its distance from the start. The end node has the last column. */
function assignColumns(names, edges) {
    const next = new Map(names.map((name) => [name, []]));
    const reached = new Set();
    for (const { from, to } of edges) {
        if (from === to) continue;
        next.get(from).push(to);
        reached.add(to);
    }
    const columnOf = new Map();
    const walk = (roots) => {
        let layer = roots.filter((name) => !columnOf.has(name));
        for (let column = 0; layer.length; column++) {
            for (const name of layer) columnOf.set(name, column);
            layer = [...new Set(layer.flatMap((name) => next.get(name)))].filter((name) => !columnOf.has(name));
        }
    };
    walk(names.filter((name) => name === start));
    walk(names.filter((name) => !reached.has(name)));
    // The remaining screens are in cycles. Start each cycle at its first screen.
    for (const name of names) walk([name]);
    const columns = [];
    for (const [name, column] of columnOf) if (name !== end) (columns[column] ??= []).push(name);
    if (columnOf.has(end)) columns.push([end]);
    return columns.filter(Boolean);
}

/** Orders the screens within columns near their neighbours, to reduce crossings (barycentre heuristic). */
function reduceCrossings(columns, edges) {
    const neighbours = new Map(columns.flat().map((name) => [name, []]));
    for (const { from, to } of edges) {
        neighbours.get(from).push(to);
        neighbours.get(to).push(from);
    }
    for (let sweep = 0; sweep < sweeps; sweep++) {
        const place = new Map(columns.flatMap((names) => names.map((name, row) => [name, (row + 0.5) / names.length])));
        for (const names of columns) {
            const mean = (name) => {
                const rows = neighbours.get(name).filter((other) => !names.includes(other)).map((other) => place.get(other));
                return rows.length ? rows.reduce((sum, row) => sum + row, 0) / rows.length : place.get(name);
            };
            const means = new Map(names.map((name) => [name, mean(name)]));
            names.sort((a, b) => means.get(a) - means.get(b));
        }
    }
}

/**
 * The path of an edge, and the position of its count.
 * @param {MapNode} from @param {MapNode} to
 */
export function edgePath(from, to) {
    const middle = nodeHeight / 2;
    if (to.column > from.column) {
        const [x1, y1, x2, y2] = [from.x + nodeWidth, from.y + middle, to.x, to.y + middle];
        const bend = Math.max(columnGap / 2, (x2 - x1) / 2.5);
        return { d: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`, x: (x1 + x2) / 2, y: (y1 + y2) / 2 };
    }
    // An edge to an earlier column passes below the nodes; an edge within a column passes to the right of them.
    const [x1, y1, x2, y2] = [from.x + nodeWidth / 2, from.y + nodeHeight, to.x + nodeWidth / 2, to.y + nodeHeight];
    const depth = rowGap + 14 + Math.abs(x1 - x2) * 0.06;
    if (to.column === from.column) {
        const side = from.x + nodeWidth;
        const out = side + columnGap / 2.6;
        const [top, bottom] = [from.y + middle, to.y + middle];
        const d = `M${side} ${top}C${out} ${top} ${out} ${bottom} ${side} ${bottom}`;
        return { d, x: out - 12, y: (top + bottom) / 2 };
    }
    const low = Math.max(y1, y2) + depth;
    return { d: `M${x1} ${y1}C${x1} ${low} ${x2} ${low} ${x2} ${y2}`, x: (x1 + x2) / 2, y: (y1 + y2) / 8 + low * 0.75 };
}
