/** How English sentences are compared: by the stems of their meaningful words. */
import { clean, fold } from "../transcript/fold.ts";

const STOP = new Set(
  (
    "a about above after again agent all also always am an and another any anybody anyone anything are as ask asked asks at back be because been " +
    "before being but by call called caller callers calling calls can cannot could customer customers day did do does doing don done each else " +
    "every everybody everyone everything first for from get gets give given gives go going guest guests had has have having he her here hers him his " +
    "how i if in into is it its just keep know let like made make makes may me mention mentions might more most must my need needs never no nobody " +
    "none nor not nothing of off on once one ones only or other our out over own patient patients people person please read repeat say " +
    "saying says share shall she should so some somebody someone something sure take taken takes tell telling tells than that the their them then " +
    "there these they thing things this those through to told too under unless until up us use user users very want wants was way we well were " +
    "what when whenever where whether which while who whoever whom whose why will with within without word words would yet you your yours yourself"
  ).split(" "),
);
const ENDING = /(?:ations?|ings?|ed|ies|es|ly|s|y|e)$/;
const STEM = 5;

/** The letters that a word has in all its forms: refund, refunds, refunded. */
export function stemOf(word: string): string {
  const plain = word.replace(/'s$/, "");
  const short = /ss$/.test(plain) ? plain : plain.replace(ENDING, "");
  const stem = short.length >= 3 ? short : plain;
  return (/([^aeiou])\1$/.test(stem) && stem.length > 4 ? stem.slice(0, -1) : stem).slice(0, STEM);
}

export const wordsOf = (text: string): string[] =>
  fold(text.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/_/g, " ")).match(
    /[\p{L}\p{N}][\p{L}\p{N}']*/gu,
  ) ?? [];

/** The stems of the meaningful words, without repetitions. */
export function contentStems(text: string): string[] {
  const found = wordsOf(text).filter((word) => !STOP.has(word) && (word.length >= 3 || /\d/.test(word)));
  return [...new Set(found.map(stemOf))];
}

export const stemsIn = (text: string): ReadonlySet<string> => new Set(wordsOf(text).map(stemOf));

/** How many of the stems a text contains. */
export function shared(stems: readonly string[], text: string): number {
  const said = stemsIn(text);
  return stems.filter((stem) => said.has(stem)).length;
}

/** Whether a text is about what the stems name: it contains at least half of them. */
export const isAbout = (stems: readonly string[], text: string): boolean =>
  stems.length > 0 && shared(stems, text) * 2 >= stems.length;

/** Verbs with the same meaning in a prompt, in a caller's words, and in the name of a tool. */
const GROUPS: readonly (readonly [name: string, verbs: RegExp])[] = [
  ["book", /^(?:re)?(?:book|reserv|schedul)/],
  ["cancel", /^cancel/],
  ["change", /^(?:chang|updat|modif|amend|edit|alter|reschedul|move|moving|moved|switch)/],
  ["refund", /^(?:refund|reimburs|repay)/],
  ["charge", /^(?:charg|bill(?:ed|ing|s)?$|debit|pay)/],
  ["send", /^(?:send|sent|email|sms|text(?:s|ed|ing)?$|mail)/],
  ["buy", /^(?:buy|purchas|checkout|sell)/],
  ["order", /^(?:order(?:s|ed|ing)?$|plac(?:e|es|ed|ing)$)/],
  ["discount", /^(?:discount|voucher|coupon|goodwill|waiv|credit|rebate)/],
  ["transfer", /^(?:transfer|escalat|handover|handoff|connect)/],
  ["note", /^(?:note|notes|log|logs|record(?:s|ed)?$|ticket|file[sd]?$)/],
  ["callback", /^callback/],
  ["deliver", /^(?:ship|deliver|dispatch)/],
  ["unlock", /^(?:unlock|reset|reactivat|unblock|unfreez)/],
  ["remove", /^(?:delet|remov|eras|clos(?:e|ing|ed)$|deactivat|terminat)/],
  ["prescribe", /^(?:prescri|refill|renew|extend)/],
];

/** The verbs of change in a text, by their groups. */
export function actionsIn(text: string): ReadonlySet<string> {
  const plain = clean(text)
    .replace(/\bcall(?:ing|s)? (?:\w+ ){0,3}back\b|\bring(?:ing|s)? (?:\w+ ){0,3}back\b/gi, "callback")
    .replace(/\bmoney back\b|\bgive back\b/gi, "refund")
    .replace(
      /\b(?:put|hand|pass|handing|putting|passing)(?:s)? (?:\w+ ){0,3}(?:through|over|on)\b/gi,
      "transfer",
    )
    .replace(/\btak(?:e|ing) (?:a |the |any )?payments?\b/gi, "charge");
  const words = wordsOf(plain);
  const found = GROUPS.filter(([, verbs]) => words.some((word) => verbs.test(word)));
  // "Cancel a booking" is about cancelling: a noun counts only if there is no verb.
  const doing = found.filter(([, verbs]) => words.some((word) => verbs.test(word) && !NOUN.test(word)));
  return new Set((doing.length > 0 ? doing : found).map(([name]) => name));
}

const NOUN =
  /^(?:bookings?|reservations?|payments?|orders?|records?|notes?|logs?|tickets?|texts?|emails?|credits?|bills?)$/;

/**
 * The tools that a clause is about: those it names, otherwise those that do what its verbs say to what its
 * nouns name.
 */
export function toolsFor(clause: string, tools: readonly string[]): string[] {
  const named = tools.filter((tool) => new RegExp(`(?<![\\w])${escaped(tool)}(?!\\w)`).test(clause));
  if (named.length > 0) return named;
  const actions = actionsIn(clause);
  const stems = contentStems(clause);
  const scores = tools.map((tool) => {
    const same = [...actionsIn(tool)].filter((action) => actions.has(action)).length;
    return { same, score: 2 * same + shared(stems, tool) };
  });
  const fitting = scores.filter(({ same }) => same > 0);
  if (fitting.length === 0) {
    const said = stemsIn(clause);
    return tools.filter((tool) => {
      const [verb = "", ...nouns] = wordsOf(tool);
      const isWhole = nouns.length > 0 && nouns.every((noun) => said.has(stemOf(noun)));
      return said.has(stemOf(verb)) && (isWhole || (!WEAK.test(verb) && nouns.length > 0));
    });
  }
  const best = Math.max(...fitting.map(({ score }) => score));
  return tools.filter((_, place) => scores[place]?.score === best && (scores[place]?.same ?? 0) > 0);
}

/**
 * The only tool whose name has a noun of the clause, whatever the clause's verb: "lock in the van" is
 * `reserve_van`.
 */
export function toolsNaming(clause: string, tools: readonly string[]): string[] {
  const stems = contentStems(clause);
  const nouns = (tool: string) => wordsOf(tool).slice(1).map(stemOf);
  const named = tools.filter((tool) => nouns(tool).some((noun) => stems.includes(noun)));
  const [tool] = named;
  if (tool === undefined || named.length > 1) return [];
  // A noun alone may only be the topic.
  return stems.some((stem) => !nouns(tool).includes(stem)) ? [tool] : [];
}

/** Verbs of tools that say little about what they do. */
const WEAK =
  /^(?:get|set|do|run|make|create|add|issue|put|give|take|tell|say|ask|use|call|handle|process|check|find|look|lookup|search|fetch|list|show|read)$/;

export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

const NUMBER_WORDS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** The number in digits or words. */
export function numberOf(text: string): number | undefined {
  const place = NUMBER_WORDS.indexOf(text.toLowerCase());
  if (place >= 0) return place;
  const tens = TENS.indexOf(text.toLowerCase());
  if (tens >= 0) return (tens + 2) * 10;
  const digits = text.replace(/,(?=\d{3}\b)/g, "");
  return /^\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : undefined;
}

export const NUMBER = `(?:\\d[\\d,]*(?:\\.\\d+)?|${[...NUMBER_WORDS.slice(1), ...TENS].sort((a, b) => b.length - a.length).join("|")})`;

/** Words for people who call. */
export const PEOPLE =
  "(?:(?:the|a|an|any|each|every|all|our|some)? ?(?:\\p{L}+ )?(?:callers?|customers?|patients?|guests?|users?|clients?|members?|passengers?|tenants?|parents?|patrons?|visitors?|shoppers?|drivers?|students?|pupils?|owners?|employees?|colleagues|residents?|subscribers?|travell?ers?|buyers?|applicants?|players?|policyholders?|account holders?|famil(?:y|ies)|applicants?|candidates?|donors?|borrowers?|learners?|participants?|spectators?|readers?|riders?|sellers?|landlords?|homeowners?|claimants?|people|persons?|somebody|someone|anybody|anyone|everybody|everyone|whoever|those|they)\\b)";

/** Words that agents use to refuse something. */
export const REFUSAL =
  /\b(?:can'?t|cannot|can not|unable|not able|not allowed|not permitted|not possible|isn'?t possible|won'?t|will not|afraid|sorry|unfortunately|don'?t|do not|doesn'?t|isn'?t|aren'?t|not|no|nobody|nothing|none|never|only|without|instead|unless|until)\b/i;
/** Words that people use to say yes. */
export const YES =
  /\b(?:yes|yeah|yep|yup|sure|okay|ok|correct|right|agreed?|go ahead|please do|do it|confirm(?:ed)?|sounds good|fine|perfect|that works|of course|absolutely|definitely)\b/i;
export const CLOSING = /\b(?:good ?bye|bye|have a (?:nice|great|good|lovely)|take care)\b/i;

/** Idioms that contain a negation but deny nothing. */
export const IDIOM =
  /\b(?:don'?t (?:worry|mention it|mind|hesitate|forget)|can'?t wait|no (?:problem|worries|doubt)|not (?:a|any) problem|not (?:at all|only|just)|why not)\b[,.!:; ]*/gi;

/** The statements of a message, without questions, denials, and things put off. */
export function assertions(text: string): string[] {
  return clauses(text.replace(IDIOM, "")).filter((clause) => !clause.endsWith("?") && !REFUSAL.test(clause));
}

export const clauses = (text: string): string[] =>
  clean(text)
    .split(/(?<=[.!?;])\s+|\n+/)
    .map((part) => part.trim())
    .filter(Boolean);

/** "You don't have to give me your address" does not ask for anything. */
const NOT_ASKED =
  /\b(?:(?:don'?t|do not|doesn'?t|won'?t) (?:have to|need|require|want|ask)|no need|needn'?t|not (?:need|necessary|required))\b[^,;.?!]*/gi;

export const questionsIn = (text: string): string[] =>
  clauses(text.replace(NOT_ASKED, "")).filter(
    (clause) =>
      clause.endsWith("?") ||
      /\b(?:please|could you|can you|may i|i need|i'll need|tell me|give me|let me have|what'?s|what is)\b/i.test(
        clause,
      ),
  );
