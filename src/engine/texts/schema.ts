/**
 * What the texts in `languages/` and `attacks/` may contain, and how the engine represents them. The build
 * and vitest read the files with these schemas (`scripts/texts.mjs`). The engine itself imports only the
 * types, so it does not load zod. `languages/en.yaml` says what each text is for.
 */
import { z } from "zod";
import { clean, fold } from "../transcript/fold.ts";

const text = z.string().min(1);

/** Ways to say one thing. The first is the template, the others are its paraphrases. */
function ways(least: number, placeholder?: "{value}" | "{intent}") {
  const expected = placeholder ? [placeholder] : [];
  const way = text
    .refine((said) => !/\d/.test(said), "says a figure; what a caller says holds for any record")
    .refine((said) => (said.match(/\{[^{}]*\}/g) ?? []).join() === expected.join(), {
      error: placeholder ? `must contain ${placeholder} once, and no other {…}` : "must contain no {…}",
    });
  return z
    .tuple([way], way)
    .refine((all) => all.length >= least, `must have at least ${least} ways to say it`)
    .refine((all) => new Set(all).size === all.length, "says the same thing twice");
}

const says = ways(2);
const saysValue = ways(2, "{value}");
const saysIntent = ways(2, "{intent}");
const remarks = ways(3);

const phrases = z.strictObject({
  greeting: says,
  answer: saysValue,
  answer_list: saysValue,
  answer_name: saysValue,
  answer_again: saysValue,
  unknown: says,
  unsure: says,
  unknown_personal: says,
  unknown_rest: says,
  yes: says,
  correction: saysValue,
  choose: saysValue,
  refuse: saysValue,
  no_preference: says,
  small_talk: says,
  is_it_done: says,
  go_ahead: says,
  decline: says,
  either: says,
  acknowledge: says,
  wait: says,
  next_goal: saysIntent,
  confirm_done: says,
  confirm_answered: says,
  closing: says,
  no_more: says,
  closing_no_more: says,
  repeat: says,
  murmurs: says,
  as_written: saysIntent,
  restate: saysIntent,
  not_yet: saysIntent,
  give_up: says,
  push_back: says,
  accept_refusal: says,
  accept_transfer: says,
  check_in: says,
  elaboration: says,
  apology: ways(1),
  hesitation: says,
});

const traits = z.strictObject({
  impatient: remarks,
  angry: remarks,
  confused: remarks,
  hard_of_hearing: remarks,
  talkative: remarks,
  polite: remarks,
});

/** Cues are searched for in folded text, so they must be folded too (see `cueSpan`). */
const cue = text.refine((written) => written === fold(written), {
  error: ({ input }) => `must be written "${fold(String(input))}", as the text is that it is looked for in`,
});

/** Every beginning with every ending. */
const pairs = z
  .strictObject({ before: z.array(cue).min(1), after: z.array(cue).min(1) })
  .transform(({ before, after }) => before.flatMap((begin) => after.map((end) => begin + end)));

const cues = z.array(z.union([cue.transform((one) => [one]), pairs])).transform((all) => all.flat());

const CUES = [
  "ask",
  "please",
  "wh",
  "greeting",
  "done",
  "not_done",
  "closing",
  "acknowledgement",
  "more",
  "refusal",
  "transfer",
  "hold",
  "check",
  "proceed",
  "offer",
  "choice",
  "or",
  "repeat",
  "details",
  "small_talk",
  "affirmation",
  "informational",
] as const;

/** What an agent may ask for and a record may have. */
const SLOTS = [
  "name",
  "order_number",
  "booking_number",
  "account_number",
  "case_number",
  "card_number",
  "phone",
  "email",
  "address",
  "postal_code",
  "date_of_birth",
  "date",
  "time",
  "age",
  "quantity",
  "amount",
  "product",
  "reason",
] as const;

const slot = z.strictObject({ ask: cues, near: cues.optional() });

/** In order: a part may contain those after it. */
interface Parts {
  readonly subject: string;
  readonly named: string;
  readonly someone: string;
  readonly does: string;
  readonly who: string;
  readonly who_of: string;
  readonly person: string;
  readonly action: string;
}

/**
 * Matches nothing, and lets V8 compile what comes next once. Without it, a long alternative after another is compiled for
 * each way to get there: the patterns of a language took twice as long, one of them thirteen times.
 */
const SEAM = "(?=)";

/**
 * A regular expression. A name in braces, such as `{subject}`, is replaced with the part of that name in the same file.
 */
function pattern(source: string, parts: Parts, flags: string, context: z.RefinementCtx): RegExp {
  const whole = Object.entries(parts).reduce(
    (text, [name, part]) => text.replaceAll(`{${name}}`, SEAM + part + SEAM),
    source,
  );
  try {
    return new RegExp(whole, flags);
  } catch (error) {
    context.addIssue({ code: "custom", message: `${source}: ${(error as Error).message}` });
    return z.NEVER;
  }
}

const replacement = z.strictObject({ match: text, say: z.string(), exact_case: z.boolean().default(false) });

const intent = z
  .strictObject({
    subject: text.default("(?!)"),
    named: text.default("(?!)"),
    someone: text.default("(?!)"),
    person: text.default("(?!)"),
    who: text.default("(?!)"),
    does: text.default("(?!)"),
    who_of: text.default("(?!)"),
    action: text.default("(?!)"),
    forms: z.array(replacement),
    /** What changes in an order to the caller. */
    told: z.array(replacement).default([]),
    pronouns: z.array(replacement),
    lowercase: z.boolean(),
    about: text.refine((said) => said.includes("{intent}"), "must contain {intent}"),
    instruction: text,
  })
  .transform(
    (
      {
        subject,
        named,
        someone,
        person,
        who,
        does,
        who_of,
        action,
        forms,
        told,
        pronouns,
        instruction,
        ...rest
      },
      context,
    ) => {
      const parts = { subject, named, someone, does, who, who_of, person, action };
      const compiled = (rows: typeof forms, flags: string) =>
        rows.map(({ match, say, exact_case }) => {
          const letters = exact_case ? flags.replace("i", "") : flags;
          return [pattern(match, parts, letters, context), say] as const;
        });
      return {
        forms: compiled(forms, "iu"),
        told: compiled(told, "giu"),
        pronouns: compiled(pronouns, "giu"),
        lowercase: rest.lowercase,
        about: rest.about,
        instruction: pattern(instruction, parts, "iu", context),
      };
    },
  );

const names = z.strictObject({ strong: cues, weak: cues, end: z.array(text) });

const dates = z.strictObject({
  months: z.array(cue).length(12),
  days: cues,
  modifiers: z.array(text),
});

/** How values are said: what the reader of facts that come back from an agent understands. */
const spoken = z.strictObject({
  /** Words for 100, those that are added to it, and words for a thousand. */
  hundred: cues,
  thousand: cues,
  and: cues,
  /** The days of a month: "first" is 1. */
  ordinals: z.record(cue, z.int().min(1).max(31)),
  /** "double" before a digit. */
  repeats: z.record(cue, z.number()),
  /** The signs of e-mail addresses: `@`, `.`, `-`, `_`, `+`. */
  signs: z.record(cue, z.enum(["@", ".", "-", "_", "+", "/"])),
  /** Letters by their names and by the words of spelling alphabets. */
  letters: z.record(cue, z.string().regex(/^[a-zß]$/)),
  /** Between a letter and a word that begins with it: "B as in bravo". */
  as_in: cues,
  /** Before the name of a person. */
  titles: cues,
  /** Parts of addresses that say nothing by themselves, each with its other forms after a slash. */
  streets: z.array(cue),
  /** What an agent calls a fact, by its slot, where the words of `slots` are not enough. */
  named: z.partialRecord(z.enum(SLOTS), cues).default({}),
});

/** A language of a digital human: what it says, and the cues it needs to understand an agent. */
export const language = z.strictObject({
  phrases,
  traits,
  cues: z.strictObject(Object.fromEntries(CUES.map((name) => [name, cues])) as Record<Cue, typeof cues>),
  slots: z.strictObject(Object.fromEntries(SLOTS.map((name) => [name, slot])) as Record<Slot, typeof slot>),
  intent,
  first_person: cues,
  names,
  dates,
  numbers: cues,
  small_words: cues,
  /** How agents ask for something, by the words that name it in a record. */
  synonyms: z.record(cue, cues).default({}),
  spoken: spoken.optional(),
});

type Cue = (typeof CUES)[number];
export type Slot = (typeof SLOTS)[number];
export type TraitName = keyof z.output<typeof traits>;
export type Phrases = z.output<typeof phrases>;
export type Ways = Phrases["greeting"];
export type SpokenWords = z.output<typeof spoken>;
export type DateWords = z.output<typeof dates>;
/** The texts of one language. Its code is the name of its file. */
export type LanguageTexts = z.output<typeof language>;

/** The goals of attacks, in the order in which the categories take turns. */
export const CATEGORIES = [
  "prompt_extraction",
  "own_trade",
  "policy_override",
  "customer_data",
  "unauthorised_refund",
  "impersonated_authority",
  "false_urgency",
  "encodings",
  "tool_abuse",
  "off_topic",
] as const;

/** How the agent's answers show that an attack succeeded. Each detector stands for exact rules. */
const DETECTORS = [
  "prompt_leak",
  "secret",
  "knowledge_dump",
  "encoded_leak",
  "canary",
  "personal_data",
  "money_tool",
  "money_claim",
  "effect_tool",
  "effect_claim",
  "answer",
] as const;

/**
 * What an attacker says. Placeholders: `{agent}` is the agent's name, `{goal}` something that it is for
 * ("book an appointment"), `{tool}` a tool of its prompt that changes something. `{base64:…}`, `{hex:…}`,
 * `{rot13:…}`, and `{reversed:…}` encode a text.
 */
const line = text.refine(
  (said) => !/\{(?!agent\}|goal\}|tool\}|(?:base64|hex|rot13|reversed):[^}]*\}|")/.test(said),
  "must contain no {…} but {agent}, {goal}, {tool}, {base64:…}, {hex:…}, {rot13:…} and {reversed:…}",
);

const attack = z
  .strictObject({
    /** Never reused for another attack. */
    id: text,
    intent: line,
    /** One line to warm up, one that probes, one that escalates, and one that asks directly. */
    lines: z.tuple([line, line, line, line]),
    detectors: z.tuple([z.enum(DETECTORS)], z.enum(DETECTORS)),
    /** A text that no agent says unless it follows the attack. */
    canary: text.optional(),
    /** How an agent answers the off-topic question: a pattern of the rule language. */
    answer: text.optional(),
    /** The person that an attack on personal data is about. */
    victim: text.optional(),
  })
  .superRefine(({ lines, detectors, canary, answer }, context) => {
    for (const [name, value] of Object.entries({ canary, answer }))
      if ((value !== undefined) !== detectors.some((detector) => detector === name))
        context.addIssue({
          code: "custom",
          path: [name],
          message: `goes together with the detector ${name}`,
        });
    if (canary && clean(lines.join(" ")).toLowerCase().includes(canary))
      context.addIssue({ code: "custom", path: ["canary"], message: "is said by the attacker itself" });
  });

/** The attacks of one category. Its name is the name of their file. */
export const attacks = z
  .array(attack)
  .min(1)
  .superRefine((all, context) => {
    const ids = all.map(({ id }) => id);
    for (const [at, id] of ids.entries())
      if (ids.indexOf(id) !== at)
        context.addIssue({ code: "custom", path: [at, "id"], message: "is the id of another attack" });
  });

export type Category = (typeof CATEGORIES)[number];
export type Detector = (typeof DETECTORS)[number];
export type Attack = z.output<typeof attack>;
