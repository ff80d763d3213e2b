/**
 * `hangup_instructions` and `silence_tool_instructions` are free English text. Rules follow what they can
 * read: "Hang up when the agent refuses twice", "Do not hang up before the agent says goodbye", "Stay silent
 * for 5 seconds when the agent asks for your name".
 */
import { clean } from "../../transcript/fold.ts";
import { sentences } from "../../transcript/sentences.ts";
import { withoutStop } from "../../words/title.ts";
import type { DigitalHuman } from "../digital-human.ts";
import { hear } from "../hearing/hear.ts";
import { languageOf } from "../language.ts";
import { matchWords } from "../match-words.ts";
import type { CallerState } from "../state.ts";
import { isComparable, isLike } from "./situation.ts";

/** What a caller does, or may do, after the agent has done something. Plain JSON. */
export interface Instruction {
  does: "hang_up" | "may_hang_up" | "stay_silent";
  /** What the agent does, in words. Absent if any message of the agent will do. */
  situation?: string;
  /** Words that the agent says. */
  words?: string;
  /** The instruction applies from this occurrence on. 1 is the first. */
  times: number;
  /** The instruction applies only after this much of the conversation. */
  after_ms: number;
  /** How long the caller stays silent. If absent, until the agent speaks again. */
  silence_ms?: number;
  /** What the caller says as it hangs up. */
  say?: string;
}

/** The instructions of a record, as far as rules can follow them. */
export interface Instructions {
  list: Instruction[];
  /** What the caller says whenever it hangs up. */
  farewell: string | undefined;
  /** The caller never hangs up by itself. */
  stays: boolean;
  /** Fields with text that the rules cannot read. */
  unread: ("hangup_instructions" | "silence_tool_instructions")[];
}

const HOLD: Instruction = { does: "stay_silent", situation: "puts you on hold", times: 1, after_ms: 0 };

const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const NUMBER = `(\\d{1,4}|${NUMBERS.join("|")})`;
const CONDITION = /\b(?:when(?:ever)?|if|once|as soon as|every time|until|before|after|while)\b\s+(\S.*)$/is;
const QUOTED = /["“]([^"“”]+)["”]/g;
const SLOT = /«(\d+)»/;
const OWN_END = /^(?:you )?(?:hang(?:ing)? up|end(?:ing)? the (?:call|conversation))/i;
const NOT = /\b(?:do not|don't|never|must not|should not|cannot)\b[^.]{0,200}\bhang/i;
const WAITS = /\b(?:wait|let|leave|allow)\b.{0,60}\b(?:agent|assistant|it|them)\b.{0,60}\bhang(?:s|ing)? up/i;
const UNTIL = /\b(?:until|before|unless)\b/i;
const COUNTED = new RegExp(
  `^(?:about |at least |more than )?${NUMBER} (?:more )?(seconds?|minutes?|turns?|messages?|replies|answers?|exchanges?|questions?)\\b`,
  "i",
);
const TIMES = new RegExp(
  `\\b(?:(twice|a second time)|(thrice|a third time)|${NUMBER} times)\\b(?: in a row)?`,
  "i",
);
const FOR = new RegExp(`\\bfor (?:about |at least )?${NUMBER} (seconds?|minutes?)\\b`, "i");
/** The caller's own aim: the agent says that it is done. */
const DONE =
  /^(?:(?:you|your|the|its?|their|all)\b.*\b)?(?:reached|resolved|answered|done|completed?|fulfilled|solved|met|achieved|what you (?:want|need|asked)\w*(?: for)?)\W*$/i;
const SAYS = /\b(?:says?|mentions?|repeats?|uses?)\b[^«]{0,200}«(\d+)»/i;

const numberOf = (text: string): number => {
  const place = NUMBERS.indexOf(text.toLowerCase());
  return place < 0 ? Number(text) : place;
};
const millisecondsOf = (count: string, unit: string) => numberOf(count) * (/^m/i.test(unit) ? 60_000 : 1000);

/** Reads the instructions of a digital human's record. */
export function readInstructions(digital_human: DigitalHuman): Instructions {
  const { hangup_instructions, allow_end_call_tool, allow_silence_tool } = digital_human;
  const silence_tool_instructions = digital_human.silence_tool_instructions?.trim() ?? "";
  const hangup = parts(hangup_instructions ?? "").map(({ text, quotes }) => readHangup(text, quotes));
  const read = hangup.filter((one) => one !== undefined);
  const farewell = read.find((one) => typeof one === "object" && "farewell" in one);
  const custom = silence_tool_instructions === "default" ? "" : silence_tool_instructions;
  const silences = allow_silence_tool
    ? parts(custom).flatMap(({ text, quotes }) => readSilence(text, quotes) ?? [])
    : [];
  return {
    list: [
      ...read.filter((one) => typeof one === "object" && "does" in one),
      ...(allow_silence_tool && silences.length === 0 ? [HOLD] : silences),
    ],
    farewell: farewell?.farewell,
    stays: allow_end_call_tool === false || read.includes("stays"),
    unread: [
      ...(hangup_instructions?.trim() && read.length === 0 ? (["hangup_instructions"] as const) : []),
      ...(custom !== "" && silences.length === 0 ? (["silence_tool_instructions"] as const) : []),
    ],
  };
}

/** The sentences of a text. Quotations, which can contain full stops, are replaced by «0», «1», and so on. */
function parts(written: string): { text: string; quotes: readonly string[] }[] {
  const quotes: string[] = [];
  const text = clean(written).replace(QUOTED, (_, quote: string) => `«${quotes.push(quote.trim()) - 1}»`);
  return sentences(text).map((sentence) => ({ text: withoutStop(sentence), quotes }));
}

function readHangup(
  text: string,
  quotes: readonly string[],
): Instruction | { farewell: string } | "stays" | undefined {
  const held = NOT.test(text);
  const condition = CONDITION.exec(text)?.[1];
  if ((held && !UNTIL.test(text)) || (WAITS.test(text) && !held)) return "stays";
  const spoken = quotes[Number(SLOT.exec(/^(?:always |then )?say\b.*/i.exec(text)?.[0] ?? "")?.[1])];
  if (condition === undefined || OWN_END.test(condition))
    return spoken === undefined ? undefined : { farewell: spoken };
  const when = readCondition(condition, quotes);
  if (!when) return undefined;
  const before = text.slice(0, text.length - condition.length);
  // "when the agent refuses, say «0» and hang up", or "say «0» and hang up when it refuses"
  const say =
    SLOT.exec(/\bsay\b.*/i.exec(before)?.[0] ?? "") ??
    SLOT.exec(/,.{0,200}\bsay\b.*/i.exec(condition)?.[0] ?? "");
  const words = say && quotes[Number(say[1])];
  return { does: held ? "may_hang_up" : "hang_up", ...when, ...(words && !held && { say: words }) };
}

function readSilence(text: string, quotes: readonly string[]): Instruction | undefined {
  const lasting = FOR.exec(text);
  const condition = CONDITION.exec(text.replace(FOR, "").trim())?.[1];
  const when = condition === undefined ? undefined : readCondition(condition, quotes);
  if (!when) return undefined;
  const [, count = "", unit = ""] = lasting ?? [];
  return { does: "stay_silent", ...when, ...(lasting && { silence_ms: millisecondsOf(count, unit) }) };
}

type Condition = Omit<Instruction, "does" | "say" | "silence_ms">;

function readCondition(text: string, quotes: readonly string[]): Condition | undefined {
  const counted = COUNTED.exec(text);
  if (counted) {
    const [, count = "", unit = ""] = counted;
    if (/^(?:second|minute)/i.test(unit)) return { times: 1, after_ms: millisecondsOf(count, unit) };
    return { ...(/^q/i.test(unit) && { situation: "asks" }), times: numberOf(count), after_ms: 0 };
  }
  const [often, second, third, other] = TIMES.exec(text) ?? [];
  const times = second ? 2 : third ? 3 : other ? numberOf(other) : 1;
  // After the comma comes what to do.
  const [first = ""] = text
    .replace(often ?? "", "")
    .split(/,\s*(?:(?:and|then)\s+)*(?=(?:please\s+)?(?:say|hang|end|stay|be|keep|pause|wait)\b)/i);
  const situation = first.trim();
  const said = SAYS.exec(situation);
  if (said) return { words: quotes[Number(said[1])] ?? "", times, after_ms: 0 };
  if (DONE.test(situation)) return { situation: "confirms", times, after_ms: 0 };
  return isComparable(situation) ? { situation, times, after_ms: 0 } : undefined;
}

/** How often each instruction has applied after a message, and which ones are due now. */
export interface Met {
  readonly counts: number[];
  readonly due: readonly Instruction[];
}

interface Instructed {
  readonly instructions?: readonly Instruction[];
  readonly language: Parameters<typeof languageOf>[0];
}

/** Compares a message of the agent with the instructions of a caller. */
export function meet(
  { instructions = [], language }: Instructed,
  { met = [], started_at_ms }: Pick<CallerState, "met" | "started_at_ms">,
  message: string,
  now_ms: number,
): Met {
  const spoken = languageOf(language);
  const heard = instructions.length > 0 ? hear(message, spoken) : undefined;
  const counts = instructions.map(({ situation, words }, place) => {
    const before = met[place] ?? 0;
    if (!heard) return before;
    if (words !== undefined) return before + (matchWords(words, message, spoken.code) ? 1 : 0);
    return before + (situation === undefined || isLike(situation, heard, spoken) === "yes" ? 1 : 0);
  });
  const due = instructions.filter(({ times, after_ms }, place) => {
    const now = counts[place] ?? 0;
    return now > (met[place] ?? 0) && now >= times && now_ms - started_at_ms >= after_ms;
  });
  return { counts, due };
}

/** Whether a caller may end the conversation by itself. */
export const mayHangUp = (
  { stays, instructions = [] }: { readonly stays?: boolean; readonly instructions?: readonly Instruction[] },
  { met = [] }: Pick<CallerState, "met">,
): boolean =>
  !stays &&
  instructions.every(({ does, times }, place) => does !== "may_hang_up" || (met[place] ?? 0) >= times);
