/**
 * The ways in which English expresses a rule, rewritten into the few forms that rule makers understand: "Y
 * only after X", "X before Y", "If a caller mentions X, Y", "Never X". A rewriting keeps the words of the
 * sentence and changes only its grammar.
 */
import { PEOPLE, toolsFor, toolsNaming } from "./english.ts";
import type { Ground, Sentence } from "./rule.ts";

const MODAL =
  "(?:must|should|shall|has to|have to|had to|needs? to|is to|are to|ought to|may|can|will|gets?)";
/** Verbs that begin an order to speak, or to pass somebody on. */
const ORDER_TO_SPEAK =
  /^(?:please |kindly |always |then |just )*(?:tell|say|advise|inform|warn|remind|direct|refer|point|give|send|explain|mention|offer|ask|apologi[sz]e|suggest|recommend|have|urge|let|make (?:it )?clear|transfer|escalate|hand|put|pass|connect|block|open|log|call|ring|note|report|read|spell|repeat)\b/i;

interface Construction {
  /** Whether it joins the parts around a semicolon. */
  readonly joins?: true;
  readonly of: RegExp;
  readonly to: string;
  /** Whether the rewriting applies. If absent, it always does. */
  readonly when?: (groups: readonly string[], ground: Ground) => boolean;
}

const re = (pattern: string) => new RegExp(pattern, "iu");
const changes = (clause = "", { tools, isEffectful }: Ground) =>
  [toolsFor, toolsNaming].some((find) => find(clause, tools.filter(isEffectful)).length > 0);

/** Something that is told, although no verb says so: "No account details before …". */
const DISCLOSED =
  /^(?!.*\b(?:changes?|cancellations?|refunds?|payments?|bookings?|transfers?|orders?)\b).*\b(?:details|information|data|balances?|records?|results?|history|statements?|whereabouts)\b/i;

/** The first match gives the sentence's plain form. */
const CONSTRUCTIONS: readonly Construction[] = [
  // Orders.
  {
    joins: true,
    of: re(
      "^(.+?) (?:comes|goes|is) (?:second|last|later|afterwards|next)[;,]? (?:and |but )?(.+?) (?:comes|goes|is) first\\b",
    ),
    to: "$2 before $1",
  },
  {
    joins: true,
    of: re(
      "^(.+?) (?:comes|goes|is) first[;,]? (?:and )?(?:only )?(?:then )?(.+?)(?: (?:comes|goes|is) (?:second|last|later|afterwards|next))?$",
    ),
    to: "$1 before $2",
    when: ([, later], ground) => changes(later, ground),
  },
  {
    joins: true,
    of: re("^(?:always )?(.+?) first[;,:]? (?:and )?(?:only )?then (.+)$"),
    to: "$1 before $2",
  },
  {
    of: re(
      "^(.+?)\\bonly with (?:the |their |his |her |a |an |explicit |prior )*(permission|consent|approval|agreement|go-ahead|yes)\\b(.*)$",
    ),
    to: "$1 only after $2 $3",
  },
  {
    of: re("^no ([^,]+), no ([^,]+)$"),
    to: "$2 only after $1 is known",
    when: ([first]) => !/\bproblem|worries\b/i.test(first ?? ""),
  },
  { of: re("^without (.+?),? (?:there (?:is|are|will be) )?no (.+)$"), to: "$2 only after $1" },
  {
    of: re("^no (.+?) (?:without|unless|until|before) (.+)$"),
    to: "$1 is disclosed only after $2",
    when: ([what]) => DISCLOSED.test(what ?? ""),
  },
  {
    of: re("^no (.+?) (?:happens |is (?:made|done|given|possible) )?(?:without|unless|until|before) (.+)$"),
    to: "$1 only after $2",
  },
  {
    of: re(
      "^(.+?) (?:is|are) (?:a |the )?(?:must|precondition|prerequisite|requirement|condition|required|needed|mandatory|compulsory|necessary|obligatory) (?:for|to|in order to) (.+)$",
    ),
    to: "$2 only after $1",
  },
  {
    of: re(
      "^(.+?) (?:depends? on|hinges? on|(?:is|are) (?:conditional|contingent) (?:on|upon)|(?:is|are) subject to|presupposes?|(?:has|have) to wait for|waits for|calls for) (.+)$",
    ),
    to: "$1 only after $2",
  },
  { of: re("^(.+?) precedes? (.+)$"), to: "$1 before $2" },
  {
    of: re(
      `^(.+?) (?:is|are|goes|go|may go|may be given|is given|is told) (?:only (?:for|to)|for|to) ${PEOPLE}(?: alone| only)? (?:who|that) (?:can |could |have |has )?(.+)$`,
    ),
    to: "$1 is disclosed only after they $2",
    when: ([what, how]) =>
      /\bonly\b/i.test(what ?? "") ||
      /\b(?:gives?|names?|states?|tells?|passed|identified|verified|confirm\w*|know|quote|prove\w*|provide)\b/i.test(
        how ?? "",
      ),
  },
  {
    of: re(
      `^only ${PEOPLE} (?:who|that|with) (?:can |could |have |has )?(.+?) (?:may|can|get|are|is|will)\\b (?:be |to )?(?:told |given |hear |learn |know )?(.+)$`,
    ),
    to: "$2 is disclosed only after they give $1",
  },
  {
    of: re(
      "^(?:in order to|to|for) ([^,]+), (?:you (?:must|have to|need to|should) |always |please )?(.+?)(?: first| beforehand)$",
    ),
    to: "$2 before $1",
  },
  {
    of: re("^(?:do not|don't|never) (.+?) (?:right|straight) away[:;,] ?(.+?)(?: first)?$"),
    to: "$2 before $1",
  },
  {
    of: re(
      "^(?!if\\b|when|whenever|should\\b|once\\b|after\\b|as soon|first\\b)(?:you )?(?:always |please )?(.+?)[,;]? (?:and )?(?:only )?then (.+)$",
    ),
    to: "$1 before $2",
    when: ([, later], ground) => changes(later, ground),
  },
  // "Results are given out by the doctor alone."
  {
    of: re(
      "^(.+?) (?:is|are|gets?) (only )?(?:given|told|discussed|read|passed on|explained|disclosed|shared|announced)(?: out| away)? (only )?by (?!you\\b)(.+?)( alone| only|,? (?:and )?(?:not|never) by you)?$",
    ),
    to: "Never tell callers about $1",
    when: ([, before, after, , alone]) => [before, after, alone].some(Boolean),
  },
  // Conditions.
  {
    of: re(
      `^(?:${PEOPLE}|whoever) (?:who|that)? ?(?:is |are |report(?:s|ing)? |mention(?:s|ing)? )?(\\p{L}+ing\\b.*?) ${MODAL} (?:always |immediately |first )?be (?:told|advised|asked|warned|informed|urged|instructed) (.+)$`,
    ),
    to: "If a caller mentions $1, tell them $2",
  },
  {
    of: re(
      `^${PEOPLE} (?:who|that) (.+?) ${MODAL} (?:always |immediately |first )?be (?:told|advised|asked|warned|informed|urged|instructed) (.+)$`,
    ),
    to: "If a caller $1, tell them $2",
  },
  {
    of: re(
      `^${PEOPLE} (?:who|that) (.+?) ${MODAL} (?:always |immediately |first )?be (referred|directed|pointed|sent|passed|transferred|put|handed|connected) (.+)$`,
    ),
    to: "If a caller $1, refer them $3",
  },
  {
    of: re(
      `^${PEOPLE} (?:with|in) ([^,]+?) ${MODAL} (?:always |immediately |first )?be (?:told|advised|asked|warned|informed|referred|directed|pointed|sent|transferred) (.+)$`,
    ),
    to: "If a caller mentions $1, tell them $2",
  },
  {
    of: re("^((?:[\\p{L}'-]+[ ,]+){0,4}[\\p{L}'-]+): (.+)$"),
    to: "If a caller mentions $1, $2",
    when: ([, then]) => ORDER_TO_SPEAK.test(then ?? ""),
  },
  {
    of: re(
      `^(?:${PEOPLE}|whoever) (?:who (?:is|are) )?(?:asking|wanting|requesting|demanding)(?: for)? (.+?) ${MODAL} (?:always |immediately |first )?(?:be )?(.+)$`,
    ),
    to: "If a caller asks for $1, they are $2",
  },
  {
    of: re(
      `^(.+?) (?:to|for|with) (${PEOPLE}) (?:who|that) (mentions?|says?|asks?|tells?|reports?|wants?|complains?|has|have|is|are)\\b(.*)$`,
    ),
    to: "If a caller $3$4, $1",
    when: ([then]) => ORDER_TO_SPEAK.test(then ?? ""),
  },
  // Prohibitions.
  {
    of: re(
      "^(?:questions (?:about|on) )?(.+?) (?:is|are) (?:not|n't) (?:something|anything|a thing|things|what) (?:that )?you (.+?)(?: for| about)?$",
    ),
    to: "Never $2 $1",
  },
  {
    of: re("^(.+?) (?:isn't|aren't) (?:something|anything|a thing|things) (?:that )?you (.+?) for$"),
    to: "Never $2 for $1",
  },
  {
    of: re("^(.+?) (?:is|are) not (?:something|anything|a thing|things) (?:that )?you (.+?) for$"),
    to: "Never $2 for $1",
  },
  {
    of: re("^(?:please )?leave (.+?) (?:alone|to .+)$"),
    to: "Never discuss $1",
  },
  {
    of: re(
      "^(?:all )?(?:questions (?:about|on|of) )?(.+?)(?: questions)? (?:is|are) (?:strictly )?(?:(?:a matter|one|something|a topic|a question|work|a job|the job|business) (?:for|of)|(?:up to|down to|decided by|reserved (?:for|to)|left to|the (?:business|domain|job|territory|task) of)) (?!you\\b)(.+)$",
    ),
    to: "Never answer questions about $1",
  },
  {
    of: re(
      "^(.+?) (?:don't|do not|doesn't|does not|never|must not|should not|shouldn't|mustn't) (?:come up|get mentioned|get discussed|be (?:mentioned|discussed|brought up|named))\\b.*$",
    ),
    to: "Never mention $1",
  },
];

const JOINING = CONSTRUCTIONS.filter(({ joins }) => joins);

const SEPARATOR =
  /;\s+|\s+[-–—]\s+|,? (?:and|but|so) (?=(?:nothing|nobody|no one|never|we (?:do not|don't|never|can't|cannot)|you (?:do not|don't|never|must|may|leave|keep|are not|aren't))\b)/iu;
const PRONOUN = /\b(?:it|these|those|them)\b/i;
/** "Take the job only after that." */
const AFTER_THAT =
  /^([^;]+?) only (?:after|once|following) (?:that|this)(?: (?:is|has been) (?:done|said|settled))?$/i;
const ONLY_THEN =
  /^(?:and |but )?(?:only (?:then|after that|afterwards)|not (?:until|before) (?:then|that)|never before (?:then|that))(?: (?:may|can|do|should|will) you| you (?:may|can|should))?,? (.+)$/i;
const CONDITIONAL =
  /^(?:if|when|whenever|should|in case|as soon as|once|after|before|until|unless|any(?:one|body)|some(?:one|body)|whoever|people who|callers? who|customers? who|those who)\b|\?$/i;
/** Words that refer to a case mentioned before. */
const REFERRING =
  /\b(?:then|in (?:that|this|such a) case|for (?:them|these|those|such)|from them|to them|otherwise|else|instead)\b/i;

/**
 * The parts of a sentence that can be read separately, each with what its pronouns refer to. A case stays
 * together with what applies in it.
 */
function partsOf({ text, previous }: Sentence): Sentence[] {
  const parts = text.split(SEPARATOR).map((part) => part.trim());
  if (parts.length < 2 || parts.some((part) => part.split(" ").length < 2) || CONDITIONAL.test(text))
    return [];
  const isOpen = (part: string) => (CONDITIONAL.test(part) && !part.includes(",")) || REFERRING.test(part);
  if (parts.slice(1).some(isOpen)) return [];
  // If the part before also has "it", that does not say what "it" is.
  return parts.map((part, place) => ({
    text: part,
    previous:
      place === 0
        ? previous
        : `${PRONOUN.test(parts[place - 1] ?? "") ? `${previous} ` : ""}${parts[place - 1]}`,
    written: text,
  }));
}

const lastSentence = (text: string) =>
  text
    .replace(/[.!;\s]+$/, "")
    .split(/(?<=[.!?]) /)
    .at(-1);

/** The first word of a sentence, moved to its middle. A single word without an ending may be a name. */
const uncapitalized = (text: string) =>
  text.replace(
    /^\p{Lu}(?=\p{Ll}*s\b|\p{Ll}+ \p{Ll}+ing\b|\p{Ll}+ (?!(?:is|are|does|do|has|may|must|should|never)\b)\p{Ll})/u,
    (letter) => letter.toLowerCase(),
  );

/** "In those cases transfer the call": the subject of the sentence before is the case. */
const IN_THAT_CASE =
  /^(?:in|for) (?:that|this|such|those|these|all (?:these|those|such)|such a|each of these) (?:cases?|situations?|events?),? (?:you (?:must|should|have to) |always |please )?(.+)$/i;
const SUBJECT =
  /^(.+?) (?:is|are|means?|counts?|makes?|(?:can|may|must|should|will)(?:not|n't)?|needs?|takes?|has|have|constitutes?)\b/i;

function caseBefore(text: string, previous: string): string | undefined {
  const duty = IN_THAT_CASE.exec(text)?.[1];
  const subject = SUBJECT.exec(previous)?.[1];
  if (duty === undefined || subject === undefined || CONDITIONAL.test(previous)) return undefined;
  return subject.split(" ").length <= 12
    ? `If a caller mentions ${uncapitalized(subject)}, ${duty}`
    : undefined;
}

/** An action of somebody else, not of the agent: "quoted by the mechanic after he has seen the car". */
const BY_OTHERS =
  /\b(?:is|are|was|were|be|been|gets?) (?:\w+ )?\p{L}+(?:ed|en|wn|ne|id|pt|ld|ut|de) (?:only )?by (?!you\b|phone|e-?mail|post|card|law|default|then\b|at\b|\d)(?:the |our |a |an |\p{Lu})/u;

/** The plain form of a sentence, if its grammar differs from it. */
function plainForm(
  { text, previous, written = text }: Sentence,
  ground: Ground,
  constructions = CONSTRUCTIONS,
): Sentence | undefined {
  // "Somebody with a nut allergy? Say that …"
  const asked = /^([^?]{3,60})\?$/.exec(previous)?.[1];
  if (asked !== undefined && ORDER_TO_SPEAK.test(text))
    return {
      text: `If a caller mentions ${asked.replace(re(`^(?:${PEOPLE} with|is there|any|what about) `), "")}, ${text}`,
      previous: "",
    };
  const bare = text.replace(/[.!\s]+$/, "");
  const inCase = caseBefore(bare, previous);
  if (inCase !== undefined) return { text: inCase, previous: "", written };
  // "Tell them the fee. Only then book."
  const [, later] = ONLY_THEN.exec(bare) ?? AFTER_THAT.exec(bare) ?? [];
  if (later !== undefined && constructions !== JOINING && changes(later, ground))
    return { text: `${lastSentence(previous)} before ${later}`, previous: "", written };
  for (const { of, to, when } of constructions) {
    const found = of.exec(bare);
    if (found && (!when || when(found.slice(1), ground)))
      return { text: uncapitalized(bare).replace(of, to), previous, written };
  }
  return undefined;
}

/**
 * The readings of a sentence's parts, in order. For each part, the first reading that makes a rule is used.
 */
export function readingsOf(sentence: Sentence, ground: Ground): Sentence[][] {
  const readings = (one: Sentence) => {
    const plain = plainForm(one, ground);
    return plain ? [plain, one] : [one];
  };
  const joined = plainForm(sentence, ground, JOINING);
  if (joined) return [[joined, sentence]];
  const parts = partsOf(sentence);
  return parts.length > 0 ? parts.map(readings) : [readings(sentence)];
}

/** Whether a rule applies only in a case that the sentence before names. */
export const isOfCaseBefore = ({ text, previous }: Sentence): boolean =>
  CONDITIONAL.test(previous) && !previous.endsWith("?") && REFERRING.test(text);

/** Whether a sentence puts the actions of somebody else in order. */
export const isDoneByOthers = (text: string): boolean => BY_OTHERS.test(text);
