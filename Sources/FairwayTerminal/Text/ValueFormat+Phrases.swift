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
        "Enter a date.": "Geben Sie ein Datum ein.",
        "Enter a time.": "Geben Sie eine Uhrzeit ein.",
        "Enter a date and a time.": "Geben Sie Datum und Uhrzeit ein.",
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
        "Enter accepts a field, < returns to the previous one.": "Enter übernimmt ein Feld, < geht zum vorigen zurück.",
        "* is required.": "* ist nötig.",
        "and {} more; type a part of a name to find it": "und {} weitere; suchen Sie mit einem Teil des Namens",
        "and {} more": "und {} weitere",
        "Nothing here yet": "Noch nichts",
        "back": "zurück",
        "tab": "Reiter",
        "refresh": "aktualisieren",
        "link": "Link",
        "quit": "beenden",
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
        "\"{}\" is not a command. Type a number or a letter from the page.":
            "„{}“ ist kein Befehl. Geben Sie eine Zahl oder einen Buchstaben von der Seite ein.",
    ]
}
