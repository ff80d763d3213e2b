/**
 * Dialogues that were written before there was a reader of facts, in forms that people use and that nobody looked into the
 * reader for. Do not mend the reader until all of them fit: their figure in docs/metrics.md would say nothing any more.
 */
import type { Outcome } from "../../metrics/heard/heard-fact.ts";

export interface Dialogue {
  readonly language: string;
  readonly facts: Readonly<Record<string, string | number>>;
  /** `U` is the caller, `A` the agent; `T` is a tool call, its parameters in JSON. */
  readonly lines: readonly string[];
  readonly expected: Readonly<Record<string, Outcome>>;
}

const en = (
  facts: Dialogue["facts"],
  lines: readonly string[],
  expected: Dialogue["expected"],
): Dialogue => ({ language: "en", facts, lines, expected });
const de: typeof en = (...given) => ({ ...en(...given), language: "de" });
const es: typeof en = (...given) => ({ ...en(...given), language: "es" });
const fr: typeof en = (...given) => ({ ...en(...given), language: "fr" });

export const unseenDialogues: readonly Dialogue[] = [
  en(
    { phone: "555-0142-889" },
    [
      "U: You can ring me on triple five, oh one four two, double eight nine.",
      "A: So that's 555 0142 889, right?",
    ],
    { phone: "right" },
  ),
  en(
    { phone: "020 7946 0018" },
    [
      "U: oh two oh, seven nine four six, double oh one eight",
      "A: Got it. I have your phone number down as 020 7946 0080.",
    ],
    { phone: "wrong" },
  ),
  en(
    { order_number: "KX-4471" },
    ["U: it's K for kilo, X for x-ray, forty-four seventy-one", "A: Thanks, looking up order KX4471 now."],
    { order_number: "right" },
  ),
  en(
    { order_number: "KX-4471" },
    ["U: Kilo X-ray four four seven one.", "A: I can't find order number KX4477, I'm afraid."],
    { order_number: "wrong" },
  ),
  en(
    { email: "jo.miller@example.com" },
    ["U: j o dot miller at example dot com", "A: I'll send it to jo.miller@example.com."],
    { email: "right" },
  ),
  en(
    { email: "jo.miller@example.com" },
    [
      "U: It's jo dot miller, at example dot com",
      "A: A confirmation is on its way to your e-mail, joe dot millar at example dot com.",
    ],
    { email: "wrong" },
  ),
  en(
    { date_of_birth: "1984-05-04" },
    [
      "U: The fourth of May, nineteen eighty-four.",
      'T: verify {"dob":"1984-05-04"}',
      "A: Thank you, that matches.",
    ],
    { date_of_birth: "right" },
  ),
  en(
    { date_of_birth: "1984-05-04" },
    ["U: May fourth, eighty-four", "A: And your date of birth is May 14th, 1984?"],
    { date_of_birth: "wrong" },
  ),
  en({ name: "Siobhan Reilly" }, ["U: My name's Siobhan Reilly.", "A: Thanks, Siobhan. How can I help?"], {
    name: "right",
  }),
  en(
    { name: "Siobhan Reilly" },
    ["U: Siobhan Reilly, that's S-I-O-B-H-A-N.", 'T: book {"name":"Shivon Riley"}', "A: All booked."],
    { name: "wrong" },
  ),
  en(
    { amount: "$150" },
    ["U: I was charged a hundred and fifty dollars.", "A: I see, one fifty. Let me look into it."],
    { amount: "right" },
  ),
  en(
    { amount: "$150" },
    ["U: A hundred and fifty dollars, please.", "A: Right, I'm transferring an amount of $115."],
    { amount: "wrong" },
  ),
  en(
    { address: "14 Elm Street" },
    ["U: It's fourteen Elm Street.", "A: Delivering to 14 Elm St., perfect."],
    { address: "right" },
  ),
  en(
    { address: "14 Elm Street" },
    ["U: fourteen Elm Street", 'T: deliver {"address":"40 Elm Street"}', "A: On its way."],
    { address: "wrong" },
  ),
  en({ party_size: 6 }, ["U: There'll be six of us.", "A: A table for six, lovely."], {
    party_size: "right",
  }),
  en(
    { booking_reference: "QT9B2" },
    ["U: Quebec tango nine bravo two", "A: One moment please.", "A: Nothing else I can do for you?"],
    { booking_reference: "never_used" },
  ),
  en(
    { booking_reference: "QT9B2" },
    ["U: My reference is Q T nine B two.", "A: I've changed it. Your new booking reference is HL3M7."],
    { booking_reference: "never_used" },
  ),
  en(
    { date: "2026-03-12" },
    [
      "U: I'd like to come on the twelfth of March.",
      "A: The twelfth is full. How about the 13th of March?",
      "U: Fine.",
      'T: book {"date":"2026-03-13"}',
    ],
    { date: "unsure" },
  ),
  en(
    { account_number: "8830217" },
    ["U: eight eight three zero two one seven", 'T: lookup {"account_number":"8830217"}', "A: Found it."],
    { account_number: "right" },
  ),
  en(
    { account_number: "8830217" },
    ["U: double eight three, oh two one seven", 'T: lookup {"account_number":8803217}', "A: Hm, not found."],
    { account_number: "wrong" },
  ),
  en({ postal_code: "SW1A 2AA" }, ["U: Sierra Whisky one Alpha, two Alpha Alpha", "A: SW1A 2AA, got it."], {
    postal_code: "right",
  }),
  en(
    { phone: "+1 415 555 2671" },
    [
      "U: four one five, five five five, two six seven one",
      'T: callback {"phone":"4155552671"}',
      "A: We'll ring you.",
    ],
    { phone: "right" },
  ),
  en(
    { email: "ben_o@mail.co.uk" },
    ["U: ben underscore o at mail dot co dot uk", 'T: send {"email":"ben-o@mail.co.uk"}', "A: Sent."],
    { email: "wrong" },
  ),
  en({ date: "2026-11-30" }, ["U: the thirtieth of November", "A: Okay, 11/30 it is."], { date: "right" }),
  en(
    { policy_number: "P-20458" },
    [
      "U: P as in Peter, two zero four five eight",
      "A: Let me read that back: papa, two, zero, four, five, eight.",
    ],
    { policy_number: "right" },
  ),
  de(
    { telefonnummer: "0171 5523390" },
    ["U: Null eins sieben eins, fünf fünf zwo drei drei neun null.", "A: Ich wiederhole: 0171 55 23 390."],
    { telefonnummer: "right" },
  ),
  de(
    { telefonnummer: "0171 5523390" },
    [
      "U: null eins sieben eins, doppel fünf dreiundzwanzig drei neunzig",
      "A: Ihre Telefonnummer lautet also null eins sieben eins, fünf fünf zwei drei drei neun neun?",
    ],
    { telefonnummer: "wrong" },
  ),
  de({ name: "Jürgen Weiß" }, ["U: Weiß, Jürgen Weiß.", "A: Guten Tag, Herr Weiss."], { name: "right" }),
  de(
    { name: "Katrin Meier" },
    ["U: Katrin Meier, mit E I.", 'T: anlegen {"name":"Katrin Mayr"}', "A: Ist angelegt."],
    { name: "wrong" },
  ),
  de(
    { email: "k.meier@beispiel.de" },
    ["U: k punkt meier ät beispiel punkt d e", "A: Gut, an k.meier@beispiel.de schicke ich das."],
    { email: "right" },
  ),
  de(
    { email: "k.meier@beispiel.de" },
    ["U: K Punkt Meier, at beispiel Punkt de.", 'T: senden {"email":"k.maier@beispiel.de"}', "A: Ist raus."],
    { email: "wrong" },
  ),
  de(
    { geburtsdatum: "1991-07-21" },
    ["U: Einundzwanzigster Siebter einundneunzig.", "A: Der 21.7.1991, danke."],
    { geburtsdatum: "right" },
  ),
  de(
    { geburtsdatum: "1991-07-21" },
    [
      "U: am einundzwanzigsten Juli neunzehnhunderteinundneunzig",
      "A: Sie sind also am 12. Juli 1991 geboren?",
    ],
    { geburtsdatum: "wrong" },
  ),
  de(
    { bestellnummer: "BK 7702" },
    ["U: Berta Kaufmann siebenundsiebzig null zwei", "A: Zur Bestellung BK7702 sehe ich hier etwas."],
    { bestellnummer: "right" },
  ),
  de(
    { bestellnummer: "BK 7702" },
    [
      "U: B wie Berta, K wie Konrad, sieben sieben null zwei",
      'T: suchen {"bestellnummer":"PK7702"}',
      "A: Die finde ich nicht.",
    ],
    { bestellnummer: "wrong" },
  ),
  de({ betrag: "250 €" }, ["U: Zweihundertfünfzig Euro.", "A: Ich überweise zweihundertfünfzig Euro."], {
    betrag: "right",
  }),
  de(
    { betrag: "250 €" },
    ["U: zweihundertfünfzig Euro bitte", 'T: ueberweisen {"betrag":215}', "A: Erledigt."],
    { betrag: "wrong" },
  ),
  de(
    { adresse: "Lindenallee 7, 50968 Köln" },
    ["U: Lindenallee sieben in 50968 Köln", "A: Lindenallee 7 in Köln, alles klar."],
    { adresse: "right" },
  ),
  de(
    { adresse: "Lindenallee 7, 50968 Köln" },
    [
      "U: Lindenallee sieben, fünf null neun sechs acht Köln",
      'T: liefern {"adresse":"Lindenallee 17, 50968 Köln"}',
    ],
    { adresse: "wrong" },
  ),
  de(
    { personen: 4 },
    ["U: Wir sind zu viert, also vier Personen.", "A: Ein Tisch für fünf Personen, gerne."],
    { personen: "wrong" },
  ),
  de(
    { kundennummer: "300412" },
    ["U: dreißig null vier zwölf", "A: Worum geht es denn?", "U: Um die Rechnung.", "A: Ich verbinde Sie."],
    { kundennummer: "never_used" },
  ),
  de(
    { datum: "2026-02-03" },
    [
      "U: Am dritten Februar.",
      "A: Am dritten geht leider nichts, aber am vierten Februar.",
      "U: Gut, dann am vierten.",
      'T: buchen {"datum":"2026-02-04"}',
    ],
    { datum: "unsure" },
  ),
  de({ postleitzahl: "50968" }, ["U: fünf null neun sechs acht", "A: Postleitzahl 50986, richtig?"], {
    postleitzahl: "wrong",
  }),
  de(
    { kundennummer: "300412" },
    ["U: drei null null vier eins zwei", 'T: kunde {"kundennummer":"300412"}', "A: Guten Tag."],
    { kundennummer: "right" },
  ),
  es(
    { telefono: "612 345 908" },
    ["U: seis uno dos, tres cuatro cinco, nueve cero ocho", "A: Perfecto, el 612345908."],
    { telefono: "right" },
  ),
  es(
    { telefono: "612 345 908" },
    [
      "U: seiscientos doce, trescientos cuarenta y cinco, novecientos ocho",
      "A: Su número de teléfono es el 612 345 918, ¿correcto?",
    ],
    { telefono: "wrong" },
  ),
  es({ nombre: "Begoña Ibáñez" }, ["U: Soy Begoña Ibáñez.", "A: Encantado, señora Ibañez."], {
    nombre: "right",
  }),
  es(
    { nombre: "Begoña Ibáñez" },
    ["U: A nombre de Begoña Ibáñez.", 'T: reservar {"nombre":"Begonia Yáñez"}', "A: Reservado."],
    { nombre: "wrong" },
  ),
  es(
    { correo: "luis.vera@ejemplo.es" },
    ["U: luis punto vera arroba ejemplo punto es", "A: Se lo mando a luis.vera@ejemplo.es."],
    { correo: "right" },
  ),
  es(
    { email: "luis.vera@ejemplo.es" },
    [
      "U: luis punto vera, arroba, ejemplo punto es",
      "A: Su correo es luis punto bera arroba ejemplo punto es, ¿verdad?",
    ],
    { email: "wrong" },
  ),
  es(
    { fecha_nacimiento: "1979-10-15" },
    ["U: el quince de octubre del setenta y nueve", "A: Quince de octubre de 1979, gracias."],
    { fecha_nacimiento: "right" },
  ),
  es(
    { fecha_de_nacimiento: "1979-10-15" },
    [
      "U: quince de octubre de mil novecientos setenta y nueve",
      "A: ¿Nació usted el 5 de octubre de 1979? Es su fecha de nacimiento, ¿no?",
    ],
    { fecha_de_nacimiento: "wrong" },
  ),
  es({ pedido: "VR 6063" }, ["U: uve erre, sesenta, sesenta y tres", "A: Veo el pedido VR6063."], {
    pedido: "right",
  }),
  es(
    { numero_de_pedido: "VR-6063" },
    [
      "U: V de Valencia, R de Roma, seis cero seis tres",
      'T: buscar {"numero_de_pedido":"BR6063"}',
      "A: No aparece.",
    ],
    { numero_de_pedido: "wrong" },
  ),
  es({ importe: "75 €" }, ["U: Setenta y cinco euros.", "A: Muy bien, le devolvemos 75 euros."], {
    importe: "right",
  }),
  es({ importe: "75 €" }, ["U: setenta y cinco euros", 'T: devolver {"importe":65}', "A: Hecho."], {
    importe: "wrong",
  }),
  es(
    { direccion: "Calle Mayor 23, 3B" },
    ["U: Calle Mayor veintitrés, tercero B", "A: Calle Mayor 23, 3º B, anotado."],
    { direccion: "right" },
  ),
  es(
    { direccion: "Calle Mayor 23" },
    ["U: en la calle Mayor veintitrés", "A: La dirección es Calle Mayor 33, ¿verdad?"],
    { direccion: "wrong" },
  ),
  es({ personas: 8 }, ["U: Seremos ocho.", 'T: mesa {"personas":8}', "A: Listo."], { personas: "right" }),
  es(
    { localizador: "HJ2PX" },
    [
      "U: hache jota dos pe equis",
      "A: ¿En qué puedo ayudarle con eso?",
      "U: Quiero cambiarlo.",
      "A: Le paso con un compañero.",
    ],
    { localizador: "never_used" },
  ),
  es({ fecha: "2026-06-09" }, ["U: Para el nueve de junio.", "A: El nueve de junio a las ocho, perfecto."], {
    fecha: "right",
  }),
  es(
    { codigo_postal: "28013" },
    ["U: dos ocho cero uno tres", "A: Código postal veintiocho cero trece, muy bien."],
    { codigo_postal: "right" },
  ),
  fr(
    { telephone: "06 12 98 75 40" },
    ["U: zéro six, douze, quatre-vingt-dix-huit, soixante-quinze, quarante", "A: Je note le 06 12 98 75 40."],
    { telephone: "right" },
  ),
  fr(
    { telephone: "06 12 98 75 40" },
    [
      "U: Zéro six douze quatre-vingt-dix-huit soixante-quinze quarante.",
      "A: Votre numéro de téléphone est bien le 06 12 88 75 40 ?",
    ],
    { telephone: "wrong" },
  ),
  fr({ nom: "Hélène Gauthier" }, ["U: Je m'appelle Hélène Gauthier.", "A: Bonjour madame Gauthier."], {
    nom: "right",
  }),
  fr(
    { nom: "Hélène Gauthier" },
    ["U: Gauthier, G A U T H I E R.", 'T: reserver {"nom":"Hélène Gautier"}', "A: C'est fait."],
    { nom: "wrong" },
  ),
  fr(
    { email: "h.gauthier@exemple.fr" },
    ["U: h point gauthier arobase exemple point fr", "A: Je vous l'envoie à h.gauthier@exemple.fr."],
    { email: "right" },
  ),
  fr(
    { email: "h.gauthier@exemple.fr" },
    ["U: H point Gauthier chez exemple point fr", 'T: envoyer {"email":"h.gautier@exemple.fr"}'],
    { email: "wrong" },
  ),
  fr(
    { date_de_naissance: "1988-08-01" },
    ["U: Le premier août quatre-vingt-huit.", "A: Le 1er août 1988, merci."],
    { date_de_naissance: "right" },
  ),
  fr(
    { date_de_naissance: "1988-08-16" },
    [
      "U: le seize août mille neuf cent quatre-vingt-huit",
      "A: Vous êtes née le 6 août 1988, c'est bien votre date de naissance ?",
    ],
    { date_de_naissance: "wrong" },
  ),
  fr(
    { commande: "DN-5092" },
    [
      "U: D comme Denise, N comme Noémie, cinquante, quatre-vingt-douze",
      "A: La commande DN5092 est partie hier.",
    ],
    { commande: "right" },
  ),
  fr(
    { numero_de_commande: "DN-5092" },
    ["U: D N cinq zéro neuf deux", 'T: chercher {"numero_de_commande":"DM5092"}', "A: Je ne la trouve pas."],
    { numero_de_commande: "wrong" },
  ),
  fr(
    { montant: "71 €" },
    ["U: Soixante et onze euros.", "A: Très bien, je rembourse soixante et onze euros."],
    { montant: "right" },
  ),
  fr({ montant: "71 €" }, ["U: soixante et onze euros", "A: Donc un montant de 61 euros."], {
    montant: "wrong",
  }),
  fr(
    { adresse: "12 rue des Lilas, 69003 Lyon" },
    ["U: douze rue des Lilas, soixante-neuf mille trois Lyon", "A: 12 rue des Lilas à Lyon, c'est noté."],
    { adresse: "right" },
  ),
  fr(
    { adresse: "12 rue des Lilas, Lyon" },
    ["U: Au douze rue des Lilas à Lyon.", 'T: livrer {"adresse":"2 rue des Lilas, Lyon"}', "A: C'est parti."],
    { adresse: "wrong" },
  ),
  fr({ personnes: 3 }, ["U: Nous serons trois.", "A: Une table pour trois personnes, parfait."], {
    personnes: "right",
  }),
  fr(
    { dossier: "440917" },
    [
      "U: quarante-quatre, zéro neuf, dix-sept",
      "A: Que puis-je faire pour vous ?",
      "U: Rien, merci.",
      "A: Au revoir.",
    ],
    { dossier: "never_used" },
  ),
  fr(
    { date: "2026-04-02" },
    [
      "U: Le deux avril.",
      "A: Le deux, c'est complet. Le trois avril vous irait ?",
      "U: D'accord.",
      'T: reserver {"date":"2026-04-03"}',
    ],
    { date: "unsure" },
  ),
  fr({ code_postal: "69003" }, ["U: six neuf zéro zéro trois", "A: Code postal 69003, très bien."], {
    code_postal: "right",
  }),
];
