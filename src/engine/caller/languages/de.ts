import { cross, type Language, list } from "../language.ts";

const SUBJECT =
  "(?:(?:der|die|das|ein|eine) )?(?:nutzer|nutzerin|benutzer|benutzerin|kunde|kundin|anrufer|anruferin|patient|patientin|person|er|sie|du)";

export const de: Language = {
  code: "de",
  phrases: {
    greeting: ["Guten Tag.", "Hallo.", "Hallo zusammen."],
    answer: ["Das ist {value}.", "Es ist {value}.", "{value}."],
    answer_list: ["{value}.", "Das sind {value}."],
    answer_name: ["Mein Name ist {value}.", "Ich heiße {value}.", "{value}."],
    answer_again: ["Wie gesagt, {value}.", "Noch einmal: {value}."],
    unknown: ["Das weiß ich nicht.", "Da bin ich überfragt.", "Das weiß ich leider nicht."],
    unsure: ["Da bin ich nicht sicher.", "Das kann ich nicht genau sagen."],
    unknown_personal: ["Das möchte ich lieber nicht sagen.", "Das behalte ich lieber für mich."],
    unknown_rest: ["Das andere weiß ich nicht.", "Den Rest weiß ich nicht."],
    yes: ["Ja, das stimmt.", "Ja, richtig.", "Genau."],
    correction: ["Nein, es ist {value}.", "Nein, richtig ist {value}."],
    go_ahead: ["Ja, bitte.", "Ja, gern.", "Ja, machen Sie das bitte."],
    decline: ["Nein, danke.", "Das brauche ich nicht, danke."],
    either: ["Das ist mir gleich.", "Wie es Ihnen besser passt.", "Mir ist beides recht."],
    acknowledge: ["In Ordnung.", "Okay.", "Verstehe."],
    wait: ["Gut, ich warte.", "Kein Problem, lassen Sie sich Zeit.", "Alles klar."],
    next_goal: ["Danke. Da ist noch etwas. {intent}", "Sehr schön. Und noch etwas: {intent}"],
    confirm_done: [
      "Sehr gut, danke. Das war es, was ich brauchte.",
      "Prima, dann ist das ja erledigt. Danke.",
      "Wunderbar, vielen Dank.",
    ],
    confirm_answered: [
      "Gut, damit ist meine Frage beantwortet. Danke.",
      "Gut zu wissen, danke. Das wollte ich wissen.",
    ],
    closing: [
      "Danke, auf Wiedersehen!",
      "Danke für Ihre Hilfe, tschüss!",
      "Gut, vielen Dank und auf Wiedersehen!",
    ],
    closing_no_more: ["Nein, das war alles. Danke, auf Wiedersehen!", "Das war schon alles, danke. Tschüss!"],
    repeat: [
      "Entschuldigung, können Sie das noch einmal sagen?",
      "Entschuldigung, wie meinen Sie das?",
      "Das habe ich nicht ganz verstanden, Entschuldigung.",
    ],
    as_written: ["Wie ich geschrieben habe: {intent}", "Wie gesagt: {intent}"],
    restate: ["Ich sage es noch einmal. {intent}", "Noch einmal, damit wir uns verstehen: {intent}"],
    not_yet: [
      "Moment, wir sind noch nicht fertig. {intent}",
      "Warten Sie, das ist noch nicht erledigt. {intent}",
    ],
    give_up: [
      "Ich glaube, so kommen wir nicht weiter. Ich lasse es erst einmal. Auf Wiedersehen.",
      "Das führt zu nichts. Ich höre hier auf. Tschüss.",
    ],
    push_back: ["Können Sie wirklich nichts machen?", "Gibt es denn keinen anderen Weg?"],
    accept_refusal: ["Gut, dann lasse ich es. Auf Wiedersehen.", "Schade. Dann eben nicht. Auf Wiedersehen."],
    accept_transfer: ["In Ordnung, danke.", "Gut, danke."],
    check_in: ["Sind Sie noch da?", "Hallo? Können Sie das lesen?"],
    elaboration: [
      "Ich hoffe, Sie können mir dabei helfen.",
      "Sagen Sie einfach, wenn Sie noch etwas von mir brauchen.",
      "Danke, dass Sie nachsehen.",
    ],
    apology: ["Entschuldigung, mein Deutsch ist nicht so gut."],
    hesitation: ["Ähm…", "Also…"],
  },
  traits: {
    impatient: [
      "Ich habe nicht viel Zeit.",
      "Geht das bitte etwas schneller?",
      "Wie lange dauert das denn noch?",
    ],
    angry: ["Das ärgert mich wirklich.", "Das ist doch lächerlich.", "Langsam verliere ich die Geduld."],
    confused: [
      "Ich komme nicht ganz mit.",
      "Ich weiß nicht, ob ich das verstehe.",
      "Das ist alles etwas verwirrend.",
    ],
    hard_of_hearing: [
      "Bitte deutlich, ich höre schlecht.",
      "Ich hoffe, ich habe das richtig verstanden.",
      "Kurze Sätze verstehe ich besser.",
    ],
    talkative: [
      "Schön, übrigens, mal mit jemandem zu reden.",
      "Ich plaudere ganz gern ein wenig, das stört Sie hoffentlich nicht.",
      "Aber ich rede schon wieder zu viel.",
    ],
    polite: [
      "Vielen Dank schon im Voraus.",
      "Das ist sehr freundlich von Ihnen.",
      "Ich weiß Ihre Hilfe sehr zu schätzen.",
    ],
  },
  cues: {
    ask: list(
      "können sie mir|könnten sie|kannst du mir|könntest du|darf ich|dürfte ich|nennen sie|sagen sie|geben sie|teilen sie|ich brauche ihre*|ich brauche noch|ich benötige|ich bräuchte|haben sie|möchten sie|wollen sie|soll ich|verraten sie|bestätigen sie",
    ),
    please: list("bitte"),
    wh: list("was|welche|welcher|welches|welchen|welchem|wann|wo|wohin|wer|wie|wieso|warum|weshalb"),
    greeting: list("guten tag|guten morgen|guten abend|hallo|grüß gott|willkommen|moin|servus"),
    done: [
      ...cross(
        "wurde |ist |habe~|haben~",
        "abgeschlossen|aktiviert|aktualisiert|angelegt|angepasst|ausgestellt|beantragt|bearbeitet|behoben|bestellt|bestätigt|deaktiviert|eingetragen|entsperrt|erledigt|erneuert|erstattet|gebucht|gekündigt|gelöscht|gemeldet|geschlossen|gesendet|gesperrt|geändert|geöffnet|hinzugefügt|korrigiert|notiert|registriert|reserviert|storniert|umgebucht|umgestellt|veranlasst|vereinbart|verlängert|verschickt|verschoben|versendet|zurückgesetzt",
      ),
      ...list("erfolgreich|alles erledigt|alles geklärt|hat geklappt|fertig|schon passiert"),
    ],
    not_done: list(
      "nicht|kein|keine|keinen|noch nicht|wenn|falls|sobald|bis|bevor|nachdem|wird|werden|würde|könnte|leider|abgelehnt|fehler|gefunden|gesehen|vorliegen|erhalten|sehe",
    ),
    closing: list(
      "auf wiedersehen|auf wiederhören|tschüss|tschüß|schönen tag|schönen abend|schönes wochenende|alles gute|gern geschehen|gerne geschehen|keine ursache|nichts zu danken|bitte sehr|bitteschön|bis bald",
    ),
    acknowledgement: list(
      "ich kann ihnen~helfen|helfe ich ihnen|ihnen~weiter|ich verstehe|verstehe|verstanden|natürlich|selbstverständlich|gerne|gern|kein problem|alles klar|in ordnung|danke für|vielen dank für",
    ),
    more: list("sonst noch|noch etwas|noch was|weitere fragen|noch fragen|weiteres anliegen|weiterhelfen"),
    refusal: list(
      "kann ich nicht|kann ich leider nicht|können wir nicht|können wir leider nicht|ich kann ihnen leider|nicht möglich|ist leider nicht|nicht erlaubt|nicht gestattet|unmöglich|bieten wir nicht an|nicht berechtigt|geht leider nicht|geht nicht|verstößt gegen",
    ),
    transfer: list(
      "ich verbinde sie|verbinde ich sie|ich leite sie|weiterleiten|weiterverbinden|ich stelle sie durch|an einen kollegen|an eine kollegin|mit einem kollegen|mit einer kollegin|menschlichen mitarbeiter",
    ),
    hold: list(
      "einen moment|einen augenblick|moment bitte|einen kleinen moment|eine sekunde|bitte warten|bleiben sie dran|ich prüfe|ich schaue|ich sehe nach|ich überprüfe|lassen sie mich|schaue ich nach|sehe ich nach|ich werde nachsehen",
    ),
    check: list(
      "ist das richtig|ist das korrekt|stimmt das|stimmt's|richtig?|korrekt?|oder?|habe ich das richtig|bestätigen sie, dass|zur bestätigung|passt das|passt das so|einverstanden",
    ),
    proceed: list(
      "soll ich|möchten sie, dass ich|wollen sie, dass ich|fortfahren|darf ich fortfahren|weitermachen|sind sie sicher|darf ich das|möchten sie fortfahren",
    ),
    offer: list(
      "möchten sie|wollen sie|hätten sie gern|hätten sie gerne|darf ich ihnen|kann ich ihnen|haben sie interesse|interessiert sie|brauchen sie|benötigen sie",
    ),
    choice: list(
      "bevorzugen|lieber|welcher termin|was passt|passt ihnen|besser passen|besser passt|wählen|aussuchen|welche variante",
    ),
    or: list("oder"),
    repeat: list(
      "wiederholen|noch einmal sagen|nicht verstanden|verstehe ich nicht|verstehe nicht|anders formulieren|umformulieren",
    ),
    details: list(
      "mehr dazu|genauer|nähere|mehr einzelheiten|weitere einzelheiten|beschreiben|erklären|erläutern|was ist passiert|was ist geschehen|was genau|worum geht es|was ist das problem|wo liegt das problem|erzählen",
    ),
    informational: list(
      "wissen|fragen|frage|erfahren|auskunft|information|informationen|erkundigen|ob|wann|was|wie viel|wie|wo|welche|gibt es|öffnungszeiten|status|herausfinden",
    ),
  },
  slots: {
    name: {
      ask: list(
        "ihr name|ihren namen|dein name|deinen namen|vor- und nachname*|vollständigen namen|vollständiger name|nachname*|vorname*|familienname*|wie heißen sie|mit wem spreche|auf welchen namen|kontoinhaber",
      ),
      near: list("name"),
    },
    order_number: {
      ask: list("bestellnummer|auftragsnummer|nummer ihrer bestellung|nummer der bestellung|sendungsnummer"),
      near: list("bestellung|auftrag"),
    },
    booking_number: {
      ask: list(
        "buchungsnummer|reservierungsnummer|buchungscode|buchungsreferenz|bestätigungsnummer|referenznummer|vorgangsnummer",
      ),
      near: list("buchung|reservierung|referenz"),
    },
    account_number: {
      ask: list(
        "kontonummer|kundennummer|mitgliedsnummer|vertragsnummer|versicherungsnummer|versichertennummer|policennummer|patientennummer",
      ),
      near: list("konto|vertrag|police"),
    },
    case_number: {
      ask: list("fallnummer|ticketnummer|schadennummer|aktenzeichen|beschwerdenummer"),
      near: list("fall|ticket"),
    },
    card_number: {
      ask: list("kartennummer|letzten vier ziffern|letzten 4 ziffern|kreditkartennummer"),
      near: list("karte"),
    },
    phone: {
      ask: list("telefonnummer|handynummer|mobilnummer|rufnummer|rückrufnummer|unter welcher nummer"),
      near: list("telefon|handy|mobil"),
    },
    email: { ask: list("e-mail-adresse|e-mail|email|mailadresse|emailadresse") },
    address: {
      ask: list(
        "ihre adresse|ihre anschrift|lieferadresse|rechnungsadresse|postadresse|die adresse|die anschrift|wo wohnen sie",
      ),
      near: list("ich wohne in|ich wohne|du wohnst in|wohnt in|adresse|anschrift"),
    },
    postal_code: { ask: list("postleitzahl|plz") },
    date_of_birth: {
      ask: list("geburtsdatum|wann sind sie geboren|wann wurden sie geboren|geburtstag"),
      near: list("geboren am"),
    },
    date: {
      ask: list(
        "welches datum|welchem datum|das datum|datum und uhrzeit|neues datum|welcher tag|welchen tag|welchem tag|wann möchten|wann soll|wann hätten|wann war|wann ist|wann haben|für wann|anreisedatum|abreisedatum|wunschtermin",
      ),
    },
    time: {
      ask: list(
        "welche uhrzeit|welcher uhrzeit|um wie viel uhr|wie viel uhr|die uhrzeit|datum und uhrzeit|neue uhrzeit",
      ),
    },
    quantity: {
      ask: list("wie viele|anzahl der personen|personenzahl|welche menge|stückzahl"),
      near: list("personen|erwachsene|passagiere|gäste|tickets|karten|nächte|zimmer|stück|tisch für"),
    },
    amount: { ask: list("welcher betrag|welchen betrag|der betrag|wie viel geld|ihr budget|welcher preis") },
    product: {
      ask: list(
        "welches produkt|welcher artikel|welchen artikel|welches modell|welche leistung|welcher tarif|welchen tarif|was haben sie bestellt|was suchen sie",
      ),
    },
    reason: { ask: list("warum|weshalb|wieso|der grund|den grund|welcher grund|aus welchem grund") },
  },
  intent: {
    forms: [
      [new RegExp(`^${SUBJECT} (?:möchte|möchtest|will|willst|wollen|wünscht) `, "iu"), "Ich möchte "],
      [new RegExp(`^${SUBJECT} (?:braucht|brauchst|benötigt|benötigst) `, "iu"), "Ich brauche "],
      [new RegExp(`^${SUBJECT} (?:hat|hast) `, "iu"), "Ich habe "],
      [new RegExp(`^${SUBJECT} ruft an`, "iu"), "Ich rufe an"],
      [/^(?:möchte|will) /iu, "Ich möchte "],
      [/^(?=(?:[^.,?!]+ )?\p{Ll}[\p{L}]*(?:en|ern|eln)[.!]?$)/u, "Ich möchte "],
    ],
    pronouns: [[/(?<!\p{L})(?:sein|ihr|dein)(?=(?:e|en|em|er|es)?(?!\p{L}))/giu, "mein"]],
    lowercase: false,
    about: "Es geht um Folgendes: {intent}",
    instruction:
      /^(?:wenn |falls |nie |niemals |immer |sei |seien sie |sprich |sprechen sie |sag |sagen sie |tu so |tun sie so |bestehe |bestehen sie |gib |geben sie |nenne |nennen sie |erst |nur |nachdem |bevor )/iu,
  },
  first_person: list("ich|mir|mich|mein|meine|meinen|meinem|meiner|meines|wir|uns|unser|unsere|unseren"),
  names: {
    strong: list(
      "mein name ist|dein name ist|ihr name ist|der name ist|name ist|ich heiße|du heißt|sie heißen|namens|heißt|name",
    ),
    weak: list("ich bin|du bist|sie sind|hier ist"),
    end: [],
  },
  dates: {
    months: list("januar/jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember"),
    days: list(
      "montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|heute|morgen|übermorgen|gestern",
    ),
    modifiers: list("nächsten|nächster|kommenden|diesen|letzten"),
  },
  numbers: list("zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf"),
  small_words: list(
    "der|die|das|und|ist|sie|ich|nicht|ein|eine|mit|für|auf|den|von|zu|haben|kann|bitte|wie|ihre|ihr|es|im|mein|meine|möchte",
  ),
};
