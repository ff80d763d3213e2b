import { cross, type Language, list } from "../language.ts";

const SUBJECT =
  "(?:(?:le|la|un|une) |l')?(?:utilisateur|utilisatrice|client|cliente|appelant|appelante|patient|patiente|personne|il|elle|vous|tu)";

export const fr: Language = {
  code: "fr",
  phrases: {
    greeting: ["Bonjour.", "Bonjour à vous.", "Bonjour, ça va ?"],
    answer: ["C'est {value}.", "Ce serait {value}.", "{value}."],
    answer_list: ["{value}.", "Ce sont {value}."],
    answer_name: ["Je m'appelle {value}.", "C'est {value}.", "{value}."],
    answer_again: ["Comme je l'ai dit, c'est {value}.", "Encore une fois : {value}."],
    unknown: ["Je ne sais pas.", "Ça, je ne le sais pas.", "Aucune idée."],
    unsure: ["Je ne saurais pas dire.", "Je n'en ai pas la certitude."],
    unknown_personal: ["Je préfère ne pas le dire.", "Ça, je préfère le garder pour moi."],
    unknown_rest: ["Le reste, je ne le sais pas.", "Pour le reste, je ne sais pas."],
    yes: ["Oui, c'est ça.", "Oui, c'est exact.", "Exactement."],
    correction: ["Non, c'est {value}.", "Non, ce devrait être {value}."],
    go_ahead: ["Oui, s'il vous plaît.", "Oui, allez-y.", "Oui, faites donc."],
    decline: ["Non, merci.", "Ce n'est pas la peine, merci."],
    either: ["Ça m'est égal.", "Comme ça vous arrange.", "L'un ou l'autre, peu importe."],
    acknowledge: ["D'accord.", "Très bien.", "Je vois."],
    wait: ["Bien sûr, je patiente.", "D'accord, prenez votre temps.", "Pas de problème."],
    next_goal: ["Merci. Il y a encore une chose. {intent}", "Très bien. Et autre chose : {intent}"],
    confirm_done: [
      "Parfait, merci. C'est ce qu'il me fallait.",
      "Très bien, alors tout est réglé. Merci.",
      "Super, merci beaucoup.",
    ],
    confirm_answered: [
      "D'accord, cela répond à ma question. Merci.",
      "C'est bon à savoir, merci. C'est ce que je voulais savoir.",
    ],
    closing: [
      "Merci, au revoir !",
      "Merci pour votre aide, au revoir !",
      "Très bien, merci et bonne journée !",
    ],
    closing_no_more: ["Non, c'est tout. Merci, au revoir !", "C'était tout, merci. Au revoir !"],
    repeat: [
      "Pardon, vous pouvez répéter ?",
      "Pardon, que voulez-vous dire ?",
      "Je n'ai pas bien compris, pardon.",
    ],
    as_written: ["Comme je l'ai écrit : {intent}", "Comme je le disais : {intent}"],
    restate: ["Je le redis. {intent}", "Encore une fois, pour qu'on se comprenne : {intent}"],
    not_yet: ["Attendez, nous n'avons pas fini. {intent}", "Un instant, ce n'est pas encore réglé. {intent}"],
    give_up: [
      "Je crois que nous n'y arriverons pas. Je laisse tomber pour l'instant. Au revoir.",
      "Ça ne marche pas. Je m'arrête là. Au revoir.",
    ],
    push_back: ["Vous ne pouvez vraiment rien faire ?", "Il n'y a pas d'autre moyen ?"],
    accept_refusal: ["Bon, alors je laisse tomber. Au revoir.", "C'est dommage. Tant pis. Au revoir."],
    accept_transfer: ["D'accord, merci.", "Très bien, merci."],
    check_in: ["Vous êtes toujours là ?", "Allô ? Vous me lisez ?"],
    elaboration: [
      "J'espère que vous pourrez m'aider.",
      "Dites-moi s'il vous faut autre chose.",
      "Merci de regarder ça.",
    ],
    apology: ["Pardon, mon français n'est pas très bon."],
    hesitation: ["Euh…", "Eh bien…"],
  },
  traits: {
    impatient: [
      "Je n'ai pas beaucoup de temps.",
      "On peut aller plus vite, s'il vous plaît ?",
      "Ça va encore durer longtemps ?",
    ],
    angry: ["Ça m'énerve vraiment.", "C'est ridicule.", "Je commence à perdre patience."],
    confused: [
      "Je m'y perds un peu.",
      "Je n'arrive pas bien à suivre.",
      "Tout ça est un peu confus pour moi.",
    ],
    hard_of_hearing: [
      "Parlez clairement, s'il vous plaît, j'entends mal.",
      "J'espère avoir bien compris.",
      "Avec des phrases courtes, je suis mieux.",
    ],
    talkative: [
      "Ça fait plaisir de parler à quelqu'un, d'ailleurs.",
      "J'aime bien bavarder un peu, j'espère que ça ne vous gêne pas.",
      "Mais je parle trop.",
    ],
    polite: [
      "Merci beaucoup d'avance.",
      "C'est très aimable à vous.",
      "Je vous remercie vraiment de votre aide.",
    ],
  },
  cues: {
    ask: list(
      "pouvez-vous|pourriez-vous|puis-je avoir|puis-je connaître|avez-vous|est-ce que|voulez-vous|souhaitez-vous|donnez-moi|dites-moi|indiquez|indiquez-moi|communiquez|précisez|j'ai besoin de votre|j'aurais besoin|il me faut votre|il me faudrait|veuillez indiquer|veuillez préciser|veuillez fournir|veuillez confirmer|veuillez me|confirmez|saisissez|je vous écoute",
    ),
    please: list("s'il vous plaît|svp"),
    wh: list("quel|quelle|quels|quelles|qu'est-ce|quand|où|qui|comment|combien|pourquoi"),
    greeting: list("bonjour|bonsoir|salut|bienvenue|allô"),
    done: [
      ...cross(
        "j'ai |nous avons |a été |ont été |a bien été ",
        "activ*|ajout*|ajust*|annul*|appliqu*|bloqu*|chang*|command*|confirm*|corrig*|cré*|demand*|déplac*|désactiv*|effectu*|enregistr*|envoy*|fait*|ferm*|génér*|mis*|modifi*|ouvert*|programm*|prolong*|rembours*|renouvel*|report*|réinitialis*|réserv*|résol*|trait*|émis*",
      ),
      ...list(
        "a bien été*|est annulé*|est confirmé*|est réservé*|est enregistré*|est fait|est faite|c'est fait|c'est bon|c'est réglé|voilà|avec succès|tout est réglé|tout est en ordre",
      ),
    ],
    not_done: list(
      "ne|n'*|pas|pas encore|quand|si|dès que|une fois|jusqu'*|avant de|après|sera|seront|pourrait|malheureusement|refusé*|erreur|échec",
    ),
    closing: list(
      "au revoir|bonne journée|bonne soirée|bon week-end|bonne continuation|je vous en prie|de rien|à bientôt|prenez soin",
    ),
    acknowledgement: list(
      "je peux vous aider|je vais vous aider|vous aider avec|bien sûr|je comprends|certainement|tout à fait|pas de problème|pas de souci|d'accord|très bien|parfait|merci pour|c'est noté|bien noté",
    ),
    more: list("autre chose|d'autres questions|une autre question|quelque chose d'autre|autre demande"),
    refusal: list(
      "je ne peux pas|je ne peux malheureusement pas|nous ne pouvons pas|nous ne pouvons malheureusement pas|il n'est pas possible|ce n'est pas possible|n'est pas possible|n'est pas autorisé|pas éligible|impossible|ne proposons pas|contraire à notre politique|je ne suis pas en mesure",
    ),
    transfer: list(
      "je vous transfère|je vais vous transférer|je vous mets en relation|je vous mets en contact|je vous passe|vous transférer|un conseiller humain|un collègue|une collègue",
    ),
    hold: list(
      "un instant|un moment|une seconde|une minute|ne quittez pas|patientez|veuillez patienter|je vérifie|je vais vérifier|je regarde|je vais regarder|je consulte|laissez-moi vérifier|laissez-moi regarder|laissez-moi voir",
    ),
    check: list(
      "est-ce correct|c'est correct|c'est bien ça|c'est bien cela|c'est ça ?|est-ce bien|exact ?|correct ?|n'est-ce pas|vous confirmez|confirmez-vous|pour confirmer|cela vous convient|ça vous convient|exact?|correct?",
    ),
    proceed: list(
      "voulez-vous que je|souhaitez-vous que je|dois-je|puis-je procéder|je procède|je continue|on continue|voulez-vous continuer|souhaitez-vous continuer|êtes-vous sûr|êtes-vous sûre|je valide|je confirme ?",
    ),
    offer: list(
      "voulez-vous|souhaitez-vous|aimeriez-vous|désirez-vous|seriez-vous intéressé*|puis-je vous proposer|je peux vous proposer|avez-vous besoin",
    ),
    choice: list(
      "préférez|préférez-vous|lequel|laquelle|vous arrange|vous irait|vous conviendrait|choisissez|choisir",
    ),
    or: list("ou"),
    repeat: list(
      "pouvez-vous répéter|pourriez-vous répéter|répéter|je n'ai pas compris|je n'ai pas bien compris|je ne comprends pas|reformuler",
    ),
    details: list(
      "plus de détails|plus d'informations|dites-m'en plus|m'en dire plus|décrire|décrivez|expliquer|expliquez|que s'est-il passé|qu'est-ce qui s'est passé|quel est le problème|quel est le souci|quel est votre problème|plus précisément",
    ),
    informational: list(
      "savoir|demander|question|renseign*|information|informations|connaître|quand|combien|quel|quelle|où|comment|est-ce que|horaires|statut|s'il y a",
    ),
  },
  slots: {
    name: {
      ask: list(
        "votre nom|nom complet|nom et prénom|votre prénom|nom de famille|comment vous appelez-vous|à qui ai-je|qui est à l'appareil|à quel nom|titulaire",
      ),
      near: list("nom"),
    },
    order_number: {
      ask: list(
        "numéro de commande|numéro de votre commande|numéro de la commande|référence de commande|numéro de suivi",
      ),
      near: list("commande"),
    },
    booking_number: {
      ask: list(
        "numéro de réservation|numéro de votre réservation|référence de réservation|code de réservation|numéro de confirmation|code de confirmation|numéro de dossier|numéro de référence|référence de dossier",
      ),
      near: list("réservation|référence|confirmation"),
    },
    account_number: {
      ask: list(
        "numéro de compte|numéro de votre compte|numéro client|numéro de client|numéro d'adhérent|numéro de contrat|numéro de police|numéro de patient|identifiant client",
      ),
      near: list("compte|contrat|police"),
    },
    case_number: {
      ask: list("numéro de ticket|numéro de réclamation|numéro de sinistre|numéro d'incident"),
      near: list("ticket|réclamation|sinistre"),
    },
    card_number: {
      ask: list("numéro de carte|numéro de votre carte|quatre derniers chiffres|4 derniers chiffres"),
      near: list("carte"),
    },
    phone: {
      ask: list(
        "numéro de téléphone|votre téléphone|numéro de portable|numéro de mobile|numéro de contact|à quel numéro|vous rappeler",
      ),
      near: list("téléphone|portable|mobile"),
    },
    email: {
      ask: list("adresse e-mail|adresse email|adresse mail|adresse électronique|e-mail|email|courriel|mail"),
    },
    address: {
      ask: list(
        "votre adresse|adresse de livraison|adresse postale|adresse complète|adresse de facturation|l'adresse|où habitez-vous",
      ),
      near: list("j'habite|habite au|habitez au|adresse"),
    },
    postal_code: { ask: list("code postal") },
    date_of_birth: {
      ask: list("date de naissance|quand êtes-vous né*|anniversaire"),
      near: list("né le|née le"),
    },
    date: {
      ask: list(
        "quelle date|la date|date et heure|nouvelle date|quel jour|quand voulez-vous|quand souhaitez-vous|quand a|quand est|pour quand|date d'arrivée|date de départ",
      ),
    },
    time: { ask: list("quelle heure|à quelle heure|l'heure|date et heure|nouvelle heure|quel horaire") },
    quantity: {
      ask: list(
        "combien de personnes|combien de billets|combien de places|combien de nuits|combien de|nombre de personnes|quantité",
      ),
      near: list("personnes|adultes|passagers|billets|places|nuits|chambres|unités|table pour"),
    },
    amount: { ask: list("quel montant|le montant|quelle somme|votre budget|quel prix") },
    product: {
      ask: list(
        "quel produit|quel article|quel modèle|quel service|quel forfait|qu'avez-vous commandé|que cherchez-vous",
      ),
    },
    reason: { ask: list("pourquoi|la raison|quelle raison|le motif|quel motif") },
  },
  intent: {
    forms: [
      [
        new RegExp(`^${SUBJECT} (?:veut|voulez|veux|voudrait|souhaite|souhaitez|désire|aimerait) `, "iu"),
        "Je voudrais ",
      ],
      [new RegExp(`^${SUBJECT} (?:a|avez|as) besoin `, "iu"), "J'ai besoin "],
      [new RegExp(`^${SUBJECT} (?:a|avez|as) `, "iu"), "J'ai "],
      [new RegExp(`^${SUBJECT} (?:appelle|appelez|appelles) `, "iu"), "J'appelle "],
      [/^(?:veut|souhaite|désire) /iu, "Je voudrais "],
      [/^(?=(?:s'|se )?\p{L}+(?:er|ir|re)(?!\p{L}))(?!(?:notre|votre|être|autre) )/iu, "Je voudrais "],
    ],
    pronouns: [
      [/(?<!\p{L})(?:son|ton)(?!\p{L})/giu, "mon"],
      [/(?<!\p{L})(?:sa|ta)(?!\p{L})/giu, "ma"],
      [/(?<!\p{L})(?:ses|tes|vos)(?!\p{L})/giu, "mes"],
      [/(?<!\p{L})votre(?!\p{L})/giu, "mon"],
    ],
    lowercase: true,
    about: "C'est au sujet de ceci : {intent}",
    instruction:
      /^(?:si |s'il |quand |lorsque |ne (?:donnez|dites|mentionnez|donne|dis|mentionne|jamais) |jamais |toujours |soyez |sois |parlez |parle |dites |dis |faites semblant |agissez |insistez |insiste |seulement |après |avant )/iu,
  },
  first_person: list("je|j'*|moi|mon|ma|mes|me|m'*|nous|notre|nos"),
  names: {
    strong: list(
      "je m'appelle|tu t'appelles|vous vous appelez|s'appelle|mon nom est|votre nom est|nommé|nommée|nom",
    ),
    weak: list("je suis|vous êtes|tu es|ici"),
    end: [],
  },
  dates: {
    months: list("janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre"),
    days: list("lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|aujourd'hui|demain|après-demain|hier"),
    modifiers: list("prochain|ce"),
  },
  numbers: list("deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze"),
  small_words: list(
    "le|les|et|vous|je|est|des|une|pour|dans|que|votre|pas|sur|avec|ce|il|du|au|qui|mon|ma|quel|quelle|merci|voudrais",
  ),
};
