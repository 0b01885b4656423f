// The page of a return link. It redeems the code when its button is pressed, never when it loads: scanners of e-mails open links and
// run scripts, and a code can be used once.

import { isRetryable, ProblemError, Session, Transport } from "../fairway.js";
import { catalog } from "./catalog.js";
import { identity } from "./identity.js";
import { spokenLocale } from "./labels.js";
import { phrase, preferredLanguages } from "./language.js";
import { storeSession } from "./storage.js";

const code = decodeURIComponent(location.pathname.split("/").at(-1));
const button = /** @type {HTMLButtonElement} */ (document.getElementById("continue"));
const notice = document.getElementById("notice");
/** The app's languages. @type {string[] | undefined} */
let languages;

/** What an error means to the user. The server's own sentences are for developers, except those of the app. @param {unknown} error */
function reason(error) {
    if (!(error instanceof ProblemError)) return phrase("The server cannot be reached. Your progress is saved; try again later.");
    if (error.code === "no-such-handoff") return phrase("This link was used, has expired, or belongs to another user.");
    const ofApp = error.errors.map(({ detail }) => detail).filter(Boolean).join(" ");
    return ofApp || phrase("This does not work at the moment. Your progress is saved; try again later.");
}

async function redeem() {
    button.disabled = true;
    notice.hidden = true;
    try {
        // The session of a user opens with a token of that user only.
        const transport = new Transport({ userToken: () => identity?.token() ?? null });
        const device = { idiom: /** @type {const} */ ("web"), locale: spokenLocale(languages, preferredLanguages()) };
        storeSession(await Session.takeHandoff(code, device, transport));
        location.replace("/app");
    } catch (error) {
        notice.textContent = reason(error);
        notice.hidden = false;
        button.disabled = error instanceof ProblemError && error.status < 500 && !isRetryable(error);
    }
}

try {
    // Only for the languages.
    languages = (await catalog()).languages;
} catch {
    // The page stays English.
}
document.title = document.title.replace("Continue", () => phrase("Continue"));
button.addEventListener("click", redeem);
button.disabled = false;
