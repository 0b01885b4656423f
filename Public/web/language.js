// The client's own words, in the language that the app speaks to this browser.

const german = {
    "Fill this in.": "Bitte ausfüllen.",
    "Enter at least {} characters.": "Bitte mindestens {} Zeichen eingeben.",
    "Enter at most {} characters.": "Bitte höchstens {} Zeichen eingeben.",
    "Enter {} or more.": "Bitte {} oder mehr eingeben.",
    "Enter {} or less.": "Bitte {} oder weniger eingeben.",
    "Enter a larger number.": "Bitte eine größere Zahl eingeben.",
    "Enter a smaller number.": "Bitte eine kleinere Zahl eingeben.",
    "Enter a multiple of {}.": "Bitte ein Vielfaches von {} eingeben.",
    "This does not have the right form.": "Das hat nicht die richtige Form.",
    "Enter an e-mail address.": "Bitte eine E-Mail-Adresse eingeben.",
    "Enter a phone number with + and the country code.": "Bitte eine Telefonnummer mit + und Ländervorwahl eingeben.",
    "Enter a web address that begins with https://.": "Bitte eine Webadresse eingeben, die mit https:// beginnt.",
    "Enter a date.": "Bitte ein Datum eingeben.",
    "Enter a time.": "Bitte eine Uhrzeit eingeben.",
    "Enter a date and a time.": "Bitte Datum und Uhrzeit eingeben.",
    "Choose one of the options.": "Bitte eine der Möglichkeiten auswählen.",
    "Enter a whole number.": "Bitte eine ganze Zahl eingeben.",
    "Enter a number.": "Bitte eine Zahl eingeben.",
    "Enter text.": "Bitte Text eingeben.",
    "Choose yes or no.": "Bitte ja oder nein wählen.",
    "This cannot be read.": "Das kann nicht gelesen werden.",
    "Please check your input": "Bitte prüfen Sie Ihre Eingaben",
    "optional": "optional",
    "Choose…": "Auswählen …",
    "None": "Keine Angabe",
    "Show options": "Optionen zeigen",
    "No match": "Kein Treffer",
    "{} options": "{} Möglichkeiten",
    "Show": "Zeigen",
    "Hide": "Verbergen",
    "Less": "Weniger",
    "More": "Mehr",
    "Cancel": "Abbrechen",
    "Close": "Schließen",
    "Back to {}": "Zurück zu {}",
    "Remove": "Entfernen",
    "Add one": "Hinzufügen",
    "Yes": "Ja",
    "No": "Nein",
    "nothing": "nichts",
    "Nothing here yet": "Noch nichts da",
    "Show more ({} left)": "Mehr zeigen (noch {})",
    "Show all": "Alles zeigen",
    "Completed": "Fertig",
    "Closed": "Geschlossen",
    "Ended": "Beendet",
    "Expired": "Abgelaufen",
    "Start again": "Neu beginnen",
    "Result": "Ergebnis",
};

let table = {};

/**
 * Chooses the language of `phrase`: that of the catalog, so that a page does not mix two languages.
 * @param {string | null} tag
 */
export function useLanguage(tag) {
    const language = tag?.split("-")[0].toLowerCase();
    table = language === "de" ? german : {};
    if (language && typeof document !== "undefined") document.documentElement.lang = tag;
}

/**
 * A phrase in the chosen language.
 * @param {string} english
 * @param {string | number} [value] replaces `{}`
 */
export function phrase(english, value = "") {
    return (table[english] ?? english).replace("{}", () => String(value));
}
