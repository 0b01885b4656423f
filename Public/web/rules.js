// The rules of forms, from `RuleCode`, `RuleSentence` and `TextFormat` of FairwayWire. Do not edit: `RuleFileTests` writes it.

/** The codes of broken rules. */
export const codes = /** @type {const} */ (["required", "type-mismatch", "too-short", "too-long", "too-small", "too-large", "step", "pattern", "format", "not-an-option", "not-accepted"]);

/** The patterns of formats. @type {Record<string, string>} */
export const patterns = {
    "email": "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?![^.]{64})[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*(?:\\.(?![^.]{64})[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*)*",
    "phone": "\\+[0-9]{7,15}",
    "url": "[Hh][Tt][Tt][Pp][Ss]?://[^/?#\\p{White_Space}\\u0000-\\u0020\\u007F][^\\p{White_Space}\\u0000-\\u0020\\u007F]*",
    "date": "(?:[0-9]{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)",
    "time": "([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?",
    "uuid": "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}",
    "date-time": "(?!0000-01-01[^+]*\\+(?!00:00))(?!9999-12-31[^+-]*-(?!00:00))(?!9999-12-31[Tt]23:59:(?:60|59\\.9999))(?:[0-9]{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])",
};

/** The longest text that has a format, in code points. */
export const longestOfFormat = 2048;

/** The sentences by `code`, or by `code/subject` for one format, type or limit. @type {Record<string, string>} */
export const sentences = {
    "required": "Fill this in.",
    "too-short/1": "Fill this in.",
    "required/choice": "Choose one of the options.",
    "not-an-option": "Choose one of the options.",
    "too-short": "Enter at least {} characters.",
    "too-long": "Enter at most {} characters.",
    "too-long/1": "Enter at most one character.",
    "too-small": "Enter {} or more.",
    "too-small/type": "Enter a larger number.",
    "too-large": "Enter {} or less.",
    "too-large/type": "Enter a smaller number.",
    "step": "Enter a multiple of {}.",
    "type-mismatch/digits": "Enter a multiple of {}.",
    "pattern": "This does not have the right form.",
    "format": "This does not have the right form.",
    "format/email": "Enter an e-mail address.",
    "format/phone": "Enter a phone number with + and the country code.",
    "format/url": "Enter a web address that begins with https://.",
    "format/date": "Enter a date such as 2026-12-04.",
    "format/time": "Enter a time such as 09:30.",
    "format/date-time": "Enter a date and a time such as 2026-12-04T09:30:00Z.",
    "type-mismatch/date-time": "Enter a date and a time such as 2026-12-04T09:30:00Z.",
    "type-mismatch": "This cannot be read.",
    "type-mismatch/text": "Enter text.",
    "type-mismatch/integer": "Enter a whole number.",
    "type-mismatch/decimal": "Enter a number.",
    "type-mismatch/toggle": "Choose yes or no.",
    "not-accepted": "This takes no input.",
};

/** The sentences in German. @type {Record<string, string>} */
export const germanSentences = {
    "Fill this in.": "Füllen Sie das aus.",
    "Choose one of the options.": "Wählen Sie eine der Möglichkeiten.",
    "Enter at least {} characters.": "Geben Sie mindestens {} Zeichen ein.",
    "Enter at most {} characters.": "Geben Sie höchstens {} Zeichen ein.",
    "Enter at most one character.": "Geben Sie höchstens ein Zeichen ein.",
    "Enter {} or more.": "Geben Sie mindestens {} ein.",
    "Enter a larger number.": "Geben Sie eine größere Zahl ein.",
    "Enter {} or less.": "Geben Sie höchstens {} ein.",
    "Enter a smaller number.": "Geben Sie eine kleinere Zahl ein.",
    "Enter a multiple of {}.": "Geben Sie ein Vielfaches von {} ein.",
    "This does not have the right form.": "Das hat nicht die richtige Form.",
    "Enter an e-mail address.": "Geben Sie eine E-Mail-Adresse ein.",
    "Enter a phone number with + and the country code.": "Geben Sie eine Telefonnummer mit + und der Landesvorwahl ein.",
    "Enter a web address that begins with https://.": "Geben Sie eine Webadresse ein, die mit https:// beginnt.",
    "Enter a date such as 2026-12-04.": "Geben Sie ein Datum wie 2026-12-04 ein.",
    "Enter a time such as 09:30.": "Geben Sie eine Uhrzeit wie 09:30 ein.",
    "Enter a date and a time such as 2026-12-04T09:30:00Z.": "Geben Sie Datum und Uhrzeit wie 2026-12-04T09:30:00Z ein.",
    "This cannot be read.": "Das kann nicht gelesen werden.",
    "Enter text.": "Geben Sie Text ein.",
    "Enter a whole number.": "Geben Sie eine ganze Zahl ein.",
    "Enter a number.": "Geben Sie eine Zahl ein.",
    "Choose yes or no.": "Wählen Sie Ja oder Nein.",
    "This takes no input.": "Hier wird keine Eingabe angenommen.",
};
