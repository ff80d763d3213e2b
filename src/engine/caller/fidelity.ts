import { clean } from "../transcript/fold.ts";
import { sentences } from "../transcript/sentences.ts";
import type { Caller } from "./caller.ts";
import type { DigitalHuman } from "./digital-human.ts";
import { saysDate } from "./facts/moments.ts";
import { findValues, holdsValue, squeezed, squeezedHolds } from "./facts/values.ts";
import { type Heard, hear } from "./hearing/hear.ts";
import { tellsWhatIsAsked } from "./hearing/information.ts";
import { isInOtherLanguage } from "./hearing/language-of-text.ts";
import { isDone } from "./judging/deed.ts";
import type { Slot } from "./language.ts";
import { languageOf } from "./language.ts";
import { waysOfDay } from "./saying/part-of-day.ts";
import { keywordsOf } from "./script/keywords.ts";
import { similarity } from "./script/similarity.ts";
import type { CallerState, Rule } from "./state.ts";
import { type Unanswered, unansweredIn } from "./understanding/unanswered.ts";
import { bareLetters, words } from "./words.ts";

type InfidelityReason =
  | "fact_invented"
  | "fact_withheld"
  | "premature_end"
  | "duplicate_turn"
  | "language_mismatch";

/** Something that the simulated user did, although a user with its record would not have done it. */
interface Infidelity {
  reason: InfidelityReason;
  /** Position of the turn in the transcript, from 0. */
  turn: number;
  /** The value, the slot, or the text in question. */
  detail: string;
}

export interface FidelityReport {
  /** `simulator_invalid`: because of the infidelities, the conversation says nothing about the agent. */
  verdict: "valid" | "simulator_invalid";
  infidelities: Infidelity[];
  /** What the agent asked for and the record does not have. Worth adding to the digital human. */
  asked_but_unknown: Slot[];
  /** The question at which the conversation got stuck because the record has no answer. */
  unanswered: Unanswered | null;
}

const PRESCRIBED: ReadonlySet<Rule> = new Set(["transcript", "scripted_response"]);
/** Rules that may say the same thing again. */
const RECURRING: ReadonlySet<Rule> = new Set([
  "fallback",
  "check_in",
  "wait",
  "repeat",
  "answer",
  ...PRESCRIBED,
]);

/** Stands for the role of an aside. */
const ASIDE = "ASIDE";

interface Said {
  role: string;
  utterance: string;
  /**
   * On a line, the user interrupts as its record says, or repeats what it could not finish. This answers nothing, and
   * is faithful by definition.
   */
  aside?: boolean;
}

/** The caller must answer a question within this many of its messages. */
const ANSWER_WITHIN = 2;
/** Shorter messages ("Yes, please.") may be repeated. */
const MIN_DUPLICATE_WORDS = 4;
/**
 * If two messages of the agent are at least this similar, they ask the same question, and the same answer is
 * right.
 */
const SAME_QUESTION = 0.8;

/**
 * Whether a conversation was faithful to its digital human, whether rules or a model chose the words. Lines
 * that the record itself prescribes (scripted responses, the recording) are faithful by definition.
 */
export function fidelity(
  digital_human: DigitalHuman,
  caller: Caller,
  said: readonly Said[],
  state: CallerState,
): FidelityReport {
  const heardIn = listener(caller);
  const prescribed = new Set([
    ...saidBy(PRESCRIBED, state),
    ...lettersOf(caller.script.map(({ say }) => say)),
  ]);
  const transcript = said.map(({ aside, ...entry }) => (aside ? { ...entry, role: ASIDE } : entry));
  const infidelities = [
    ...invented(digital_human, caller, transcript, state),
    // What the agent has done without an answer, it did not need.
    ...(isDone(caller, state) ? [] : withheld(caller, transcript, state, heardIn, prescribed)),
    ...prematureEnd(caller, transcript, state, heardIn),
    ...duplicates(caller, transcript, state, heardIn),
    ...otherLanguage(caller, transcript, prescribed),
  ].sort((a, b) => a.turn - b.turn);
  return {
    verdict: infidelities.length === 0 ? "valid" : "simulator_invalid",
    infidelities,
    asked_but_unknown: [...new Set(state.history.flatMap(({ unknown = [] }) => unknown))],
    unanswered: unansweredIn(digital_human, caller, transcript, state),
  };
}

type HeardIn = (utterance: string) => Heard;

/** Reads each message of the agent only once. */
function listener(caller: Caller): HeardIn {
  const language = languageOf(caller.language);
  const known = new Map<string, Heard>();
  return (utterance) => {
    const heard = known.get(utterance) ?? hear(utterance, language);
    known.set(utterance, heard);
    return heard;
  };
}

/** Dates, numbers, codes, and the like that are not in the record, and that the agent has not said before. */
function invented(
  digital_human: DigitalHuman,
  caller: Caller,
  transcript: readonly Said[],
  { changed = [] }: CallerState,
): Infidelity[] {
  const language = languageOf(caller.language);
  const found: Infidelity[] = [];
  // What it has taken instead of an impossible wish is near that wish.
  let known = squeezed(
    [
      recordText(digital_human, caller),
      ...changed.map(({ value }) => value),
      ...caller.goals.flatMap(waysOfDay),
    ].join("\n"),
  );
  for (const [turn, { role, utterance }] of transcript.entries()) {
    if (role === "USER")
      for (const { kind, text } of findValues(clean(utterance), language)) {
        // A number in words may be a figure of speech. A number in digits is a statement.
        if ((kind === "number" && !/\d/.test(text)) || squeezedHolds(known, text)) continue;
        if (kind === "date" && caller.facts.some(({ date }) => date && saysDate(text, date, language)))
          continue;
        found.push({ reason: "fact_invented", turn, detail: text });
      }
    else known += squeezed(utterance);
  }
  return found;
}

/** All texts of a record that a caller may quote. */
function recordText(digital_human: DigitalHuman, { replay, facts, later_facts = [] }: Caller): string {
  return [
    digital_human.intent,
    digital_human.role_description,
    digital_human.phone_number,
    digital_human.speaks_first_config?.message,
    ...(digital_human.traits ?? []).map(({ value }) => String(value ?? "")),
    ...(digital_human.scripted_responses ?? []).map(({ response_value }) => response_value),
    ...keywordsOf(digital_human.interruptions).map(({ response }) => response),
    ...[...facts, ...later_facts].flatMap(({ label, value }) => [label, value]),
    digital_human.hangup_instructions,
    ...replay.lines.flatMap(({ heard, say }) => [heard, say]),
  ].join("\n");
}

const isChanged = (place: number, { changed = [] }: CallerState) =>
  changed.some(({ fact }) => fact === place);

/** Questions about facts of the record that the caller's next messages do not answer. */
function withheld(
  caller: Caller,
  transcript: readonly Said[],
  state: CallerState,
  heardIn: HeardIn,
  prescribed: ReadonlySet<string>,
): Infidelity[] {
  const found: Infidelity[] = [];
  const told: Said[] = [];
  const all = transcript.filter(({ role }) => role === "USER");
  for (const [turn, { role, utterance }] of transcript.entries()) {
    if (role === "USER") told.push({ role, utterance });
    if (role !== "AGENT") continue;
    const answers = all.slice(told.length, told.length + ANSWER_WITHIN);
    if (answers.length === 0 || answers.some(({ utterance: said }) => prescribed.has(bareLetters(said))))
      continue;
    // Who gives up because it is asked the same again has told it before.
    const said = state.ended && answers.length < ANSWER_WITHIN ? [...told, ...answers] : answers;
    const { asks, offers_help } = heardIn(utterance);
    // "What can I do: a move, or a new date for one?" asks for the wish.
    if (offers_help) continue;
    for (const slot of asks) {
      const facts = caller.facts.filter((fact, place) => fact.slot === slot && !isChanged(place, state));
      const answered = facts.some(({ value, date }) =>
        said.some(
          ({ utterance: words }) =>
            holdsValue(words, value) ||
            (date !== undefined && saysDate(words, date, languageOf(caller.language))),
        ),
      );
      if (facts.length > 0 && !answered) found.push({ reason: "fact_withheld", turn, detail: slot });
    }
  }
  return found;
}

/** What the caller has said by some rules, to compare with other messages. */
const saidBy = (rules: ReadonlySet<Rule>, { history }: CallerState): string[] =>
  lettersOf(history.flatMap(({ rule, say }) => (rules.has(rule) ? [say] : [])));

const lettersOf = (texts: readonly (string | null)[]): string[] =>
  texts.flatMap((text) => (text === null ? [] : [bareLetters(text)]));

/**
 * Cases in which the caller took its goal for reached too early. The agent must first say that something is
 * done, or tell what was asked. And after the caller's answer, the agent must speak once more before the
 * caller closes.
 */
function prematureEnd(
  caller: Caller,
  transcript: readonly Said[],
  state: CallerState,
  heardIn: HeardIn,
): Infidelity[] {
  // What the agent has done needs no words.
  if (state.ended?.end_reason !== "goal_reached" || isDone(caller, state) || state.asked_done) return [];
  const reached = transcript.findIndex(
    ({ role, utterance }) => role === "AGENT" && reaches(heardIn(utterance), caller),
  );
  const accepted = transcript.findIndex(({ role }, turn) => role === "USER" && turn > reached);
  const closing = transcript.findIndex(({ role }, turn) => role === "AGENT" && turn > accepted);
  if (reached >= 0 && accepted >= 0 && closing >= 0) return [];
  const turn = transcript.findLastIndex(({ role }) => role === "USER");
  return [{ reason: "premature_end", turn, detail: transcript[turn]?.utterance ?? "" }];
}

function reaches(heard: Heard, caller: Caller): boolean {
  const language = languageOf(caller.language);
  return heard.done || caller.goals.some((goal) => tellsWhatIsAsked(heard, goal, language));
}

/**
 * Messages that the caller repeats, although the agent did not ask the same question again or ask it to
 * repeat.
 */
function duplicates(
  caller: Caller,
  transcript: readonly Said[],
  state: CallerState,
  heardIn: HeardIn,
): Infidelity[] {
  const found: Infidelity[] = [];
  const recurring = new Set(saidBy(RECURRING, state));
  let previous: { letters: string; heard: string } | undefined;
  let heard = "";
  for (const [turn, { role, utterance }] of transcript.entries()) {
    if (role === "AGENT") heard = utterance;
    if (role !== "USER") continue;
    const letters = bareLetters(utterance);
    const same = previous?.letters === letters;
    const long = words(utterance, caller.language).length >= MIN_DUPLICATE_WORDS;
    if (
      same &&
      long &&
      !recurring.has(letters) &&
      !invitesRepetition(previous?.heard ?? "", heard, caller, heardIn)
    )
      found.push({ reason: "duplicate_turn", turn, detail: utterance });
    previous = { letters, heard };
    heard = "";
  }
  return found;
}

function invitesRepetition(before: string, now: string, caller: Caller, heardIn: HeardIn): boolean {
  if (now === "") return false;
  const { repeat, hold } = heardIn(now);
  return repeat || hold || similarity(before, now, caller.language) >= SAME_QUESTION;
}

function otherLanguage(
  caller: Caller,
  transcript: readonly Said[],
  prescribed: ReadonlySet<string>,
): Infidelity[] {
  return transcript.flatMap(({ role, utterance }, turn) =>
    role === "USER" &&
    !prescribed.has(bareLetters(utterance)) &&
    sentences(utterance).some((sentence) => isInOtherLanguage(sentence, caller.language))
      ? [{ reason: "language_mismatch" as const, turn, detail: utterance }]
      : [],
  );
}
