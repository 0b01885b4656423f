import FairwayWire

extension StringCatalog {
    /// The engine's own sentences for users. An app replaces a sentence by adding its key to a catalog of the app.
    static let engine = Contents(
        source: "en",
        phrases: [
            "de": sentences(germanRules).merging(sentences(germanOthers)) { first, _ in first }
                .merging(sentences(germanProblems)) { first, _ in first }
        ]
    )

    private static func sentences(_ table: [String: String]) -> [String: Phrase] {
        table.mapValues { Phrase(FormatString($0), text: $0) }
    }

    /// The general sentences about values that break a rule.
    private static let germanRules = Dictionary(RuleSentence.all.map { ($0.key, $0.germanFormat) }) { first, _ in first
    }

    /// The sentences of derived screens, of a ``JobFailure`` and of ``KeyTaken``.
    private static let germanOthers = [
        "What you want to see no longer exists.": "Was Sie sehen möchten, gibt es nicht mehr.",
        "This is open in another place.": "Das ist an anderer Stelle geöffnet.",
        "This could not be completed. Try again later.":
            "Das konnte nicht abgeschlossen werden. Versuchen Sie es später noch einmal.",
    ]

    /// The titles of problems.
    private static let germanProblems = [
        "The body is not JSON.": "Der Inhalt ist kein JSON.",
        "The body is nested too deeply.": "Der Inhalt ist zu tief verschachtelt.",
        "The request cannot be read.": "Die Anfrage kann nicht gelesen werden.",
        "This call needs a bearer token.": "Dieser Aufruf braucht ein Bearer-Token.",
        "The token is not valid, or it has expired.": "Das Token ist ungültig oder abgelaufen.",
        "Sign in to continue.": "Melden Sie sich an, um fortzufahren.",
        "The session continues on another device, or after a sign-in.":
            "Die Sitzung geht auf einem anderen Gerät oder nach einer Anmeldung weiter.",
        "That token does not allow this call.": "Dieses Token erlaubt den Aufruf nicht.",
        "There is nothing at this path.": "Unter diesem Pfad gibt es nichts.",
        "There is no such session, or the token belongs to another session.":
            "Diese Sitzung gibt es nicht, oder das Token gehört zu einer anderen.",
        "There is no flow of that name.": "Es gibt keinen Ablauf dieses Namens.",
        "That link leads to nothing.": "Dieser Link führt zu nichts.",
        "There is no such screen.": "Diese Ansicht gibt es nicht.",
        "There is no such tab.": "Diesen Tab gibt es nicht.",
        "That code was used, has expired, or never existed.":
            "Dieser Code wurde benutzt, ist abgelaufen oder hat nie existiert.",
        "The session has no such timer or job.": "Diesen Timer oder Auftrag hat die Sitzung nicht.",
        "The session's state at that revision is not kept.": "Dieser Stand der Sitzung ist nicht aufbewahrt.",
        "There is no such batch.": "Diesen Stapelauftrag gibt es nicht.",
        "There is no such webhook.": "Diesen Webhook gibt es nicht.",
        "There is no such problem.": "Dieses Problem gibt es nicht.",
        "That screen is no longer in front.": "Diese Ansicht ist nicht mehr vorn.",
        "There is no way back from here.": "Von hier führt kein Weg zurück.",
        "There is no next screen.": "Es gibt keine nächste Ansicht.",
        "The front flow refuses that link at the moment.": "Dieser Link kann im Moment nicht geöffnet werden.",
        "The timer or job is running.": "Der Timer oder Auftrag läuft gerade.",
        "This build of the app cannot read the session, which another build stored.":
            "Diese Version der App kann die Sitzung nicht lesen, die eine andere Version gespeichert hat.",
        "The session is over.": "Die Sitzung ist beendet.",
        "The events after that cursor are no longer kept.":
            "Die Ereignisse nach dieser Stelle sind nicht mehr aufbewahrt.",
        "The session is at another revision.": "Die Sitzung ist inzwischen an einem anderen Stand.",
        "The body is too large.": "Der Inhalt ist zu groß.",
        "This kind of body is not taken here.": "Diese Art von Inhalt wird hier nicht angenommen.",
        "The input does not fit that flow.": "Die Eingabe passt nicht zu diesem Ablauf.",
        "The parameters do not fit that action.": "Die Angaben passen nicht zu dieser Aktion.",
        "That screen takes no such action.": "Diese Ansicht kennt die Aktion nicht.",
        "No flow handles the actions of that screen.": "Kein Ablauf behandelt die Aktionen dieser Ansicht.",
        "No flow here handles that signal.": "Kein Ablauf behandelt hier dieses Signal.",
        "The flow refused that.": "Das wurde abgelehnt.",
        "That idempotency key belongs to another request.":
            "Dieser Idempotenzschlüssel gehört zu einer anderen Anfrage.",
        "This client cannot show the next screen.": "Diese App kann die nächste Ansicht nicht zeigen.",
        "The session has no room for more data.": "In dieser Sitzung ist kein Platz für weitere Daten.",
        "There are too many requests.": "Es sind zu viele Anfragen.",
        "The server is busy.": "Der Server ist ausgelastet.",
        "The server is shutting down.": "Der Server wird heruntergefahren.",
        "The store cannot be written to right now.": "Der Speicher kann im Moment nicht beschrieben werden.",
        "This step is not available right now. Everything else is.":
            "Dieser Schritt ist gerade nicht verfügbar. Alles andere schon.",
        "The flow failed; nothing was changed.": "Der Ablauf ist fehlgeschlagen. Es wurde nichts geändert.",
        "The flow took too long; nothing was changed.": "Der Ablauf hat zu lange gedauert. Es wurde nichts geändert.",
    ]
}
