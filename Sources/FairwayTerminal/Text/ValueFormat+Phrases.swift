import Foundation

extension ValueFormat {
    /// A sentence of `play` itself in the user's language.
    ///
    /// - Parameters:
    ///   - english: The sentence in English, with `{}` for each argument.
    ///   - arguments: The arguments, in the same order in all languages.
    func phrase(_ english: String, _ arguments: String...) -> String {
        let isGerman = locale.language.languageCode?.identifier == "de"
        var rest = (isGerman ? Self.german[english] : nil) ?? english
        var text = ""
        for argument in arguments {
            guard let place = rest.range(of: "{}") else { break }
            text += rest[..<place.lowerBound] + argument
            rest = String(rest[place.upperBound...])
        }
        return text + rest
    }

    private static let german: [String: String] = [
        // Broken rules.
        "Fill this in.": "Füllen Sie dieses Feld aus.",
        "Enter at least {} characters.": "Geben Sie mindestens {} Zeichen ein.",
        "Enter one character.": "Geben Sie ein Zeichen ein.",
        "Enter at most {} characters.": "Geben Sie höchstens {} Zeichen ein.",
        "Enter a larger number.": "Geben Sie eine größere Zahl ein.",
        "Enter {} or more.": "Geben Sie mindestens {} ein.",
        "Enter a smaller number.": "Geben Sie eine kleinere Zahl ein.",
        "Enter {} or less.": "Geben Sie höchstens {} ein.",
        "Enter a multiple of {}.": "Geben Sie ein Vielfaches von {} ein.",
        "Enter an e-mail address.": "Geben Sie eine E-Mail-Adresse ein.",
        "Enter a phone number with + and the country code.":
            "Geben Sie eine Telefonnummer mit + und Landesvorwahl ein.",
        "Enter a web address that begins with https://.": "Geben Sie eine Webadresse ein, die mit https:// beginnt.",
        "Enter a date such as 2026-12-04.": "Geben Sie ein Datum wie 2026-12-04 ein.",
        "Enter a time such as 09:30.": "Geben Sie eine Uhrzeit wie 09:30 ein.",
        "Enter a date and a time such as 2026-12-04T09:30:00Z.":
            "Geben Sie Datum und Uhrzeit wie 2026-12-04T09:30:00Z ein.",
        "This does not have the right form.": "Diese Eingabe hat nicht die richtige Form.",
        "Choose one of the options.": "Wählen Sie eine der Möglichkeiten.",
        "Enter a whole number.": "Geben Sie eine ganze Zahl ein.",
        "Enter a number.": "Geben Sie eine Zahl ein.",
        "Choose yes or no.": "Wählen Sie ja oder nein.",
        "This cannot be read.": "Diese Eingabe kann nicht gelesen werden.",
        "Enter text.": "Geben Sie Text ein.",
        // Expected input.
        "choose one": "eine Möglichkeit wählen",
        "not shown": "wird nicht angezeigt",
        "values separated by commas, or JSON": "Werte mit Kommas dazwischen, oder JSON",
        "text": "Text",
        "text, at most {} characters": "Text, höchstens {} Zeichen",
        "text; \\n begins a line": "Text; \\n beginnt eine Zeile",
        "e-mail address": "E-Mail-Adresse",
        "phone number with + and the country code": "Telefonnummer mit + und Landesvorwahl",
        "web address": "Webadresse",
        "whole number": "ganze Zahl",
        "number": "Zahl",
        "amount": "Betrag",
        "date, as {}": "Datum, wie {}",
        "time, as {}": "Uhrzeit, wie {}",
        "date and time, as {}": "Datum und Uhrzeit, wie {}",
        "y or n": "j oder n",
        "from {} to {}": "von {} bis {}",
        "from {}": "ab {}",
        "to {}": "bis {}",
        "a multiple of {}": "ein Vielfaches von {}",
        "in {}": "in {}",
        "optional": "freiwillig",
        "such as {}": "zum Beispiel {}",
        // Pages.
        "Yes": "Ja",
        "No": "Nein",
        "yes": "ja",
        "no": "nein",
        "Enter accepts a field, Ctrl-U clears it, < returns to the previous one, Esc leaves the form.":
            "Enter übernimmt ein Feld, Strg-U leert es, < geht zum vorigen zurück, Esc verlässt das Formular.",
        "You entered: {}": "Ihre Eingabe: {}",
        "* is required.": "* ist nötig.",
        "and {} more; type a part of a name to find it": "und {} weitere; suchen Sie mit einem Teil des Namens",
        "and {} more": "und {} weitere",
        "Nothing here yet": "Noch nichts",
        "back": "zurück",
        "tab": "Reiter",
        "refresh": "aktualisieren",
        "link": "Link",
        "quit": "beenden",
        "help": "Hilfe",
        "Commands": "Befehle",
        "choose the action with this number": "die Aktion mit dieser Nummer wählen",
        "go back": "zurückgehen",
        "select the tab with this number": "den Reiter mit dieser Nummer wählen",
        "fetch the newest state": "den neuesten Stand holen",
        "open a link of the app": "einen Link der App öffnen",
        "scroll; the page keys scroll further": "blättern; die Bildtasten blättern weiter",
        "draw the page again": "die Seite neu zeichnen",
        "In a form": "In einem Formular",
        "accept the field": "das Feld übernehmen",
        "clear the field": "das Feld leeren",
        "return to the previous field": "zum vorigen Feld zurückgehen",
        "leave the form; it keeps its input": "das Formular verlassen; die Eingaben bleiben erhalten",
        "enter the text between the quotes": "den Text zwischen den Anführungszeichen eingeben",
        "The flow is completed.": "Der Vorgang ist abgeschlossen.",
        "The flow was left.": "Der Vorgang wurde verlassen.",
        "The session was ended.": "Die Sitzung wurde beendet.",
        "The session has expired.": "Die Sitzung ist abgelaufen.",
        "The session is over.": "Die Sitzung ist beendet.",
        "Result: {}": "Ergebnis: {}",
        "The form was closed, because its action is no longer available.":
            "Das Formular wurde geschlossen, weil die Aktion nicht mehr möglich ist.",
        "Connected again.": "Wieder verbunden.",
        "The connection is lost. Reconnecting …": "Die Verbindung ist unterbrochen. Neuer Versuch …",
        "\"{}\" is not a command. ? lists the commands.":
            "„{}“ ist kein Befehl. ? zeigt die Befehle.",
    ]
}
