// The renderers of the sample app. An app replaces this file with its own.

import { loadStyle } from "../dom.js";
import { register } from "../renderers.js";
import "./german.js";

/** Registers a renderer. All renderers of the samples use the same style sheet. */
function add(screen, load) {
    register(screen, async () => (await Promise.all([load(), loadStyle("/web/samples/samples.css")]))[0]);
}

add("Planets.Start", async () => (await import("./planets.js")).planetsStart);
add("Planets.List", async () => (await import("./planets.js")).planetList);
add("Planets.Detail", async () => (await import("./planets.js")).planetDetail);

add("Ferry.Sailings", async () => (await import("./ferry/sailings.js")).sailings);
add("CabinDeck.List", async () => (await import("./ferry/cabins.js")).cabinDeck);
add("CabinDeck.Detail", async () => (await import("./ferry/cabins.js")).cabinDetail);
add("Ferry.Summary", async () => (await import("./ferry/receipt.js")).overview);
add("Ferry.Review", async () => (await import("./ferry/receipt.js")).overview);
add("Ferry.FinishLater", async () => (await import("./ferry/later.js")).finishLater);
add("Ferry.Payment", async () => (await import("./ferry/receipt.js")).payment);
add("Ferry.Processing", async () => (await import("./ferry/receipt.js")).processing);
add("Ferry.Confirmation", async () => (await import("./ferry/ticket.js")).ticket);
