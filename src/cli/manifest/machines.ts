/** Machines that answer a call, a menu and a voicemail, as the published fields of a digital human. */
import type { z } from "zod";
import type { Fields } from "../../contract/is-object.ts";
import type { Ivr, Voicemail } from "../../contract/schemas/manifests/machines.ts";
import type { Input } from "../../contract/types.ts";
import { BEEP, END_OF_RECORDING } from "../../engine/caller/machine.ts";
import { matchWords } from "../../engine/caller/match-words.ts";
import { hasWords } from "../../engine/caller/words.ts";
import { escaped, quoted } from "../../engine/rules-language/write.ts";

type Menu = z.input<typeof Ivr>;
type Option = Menu["options"][number];
type Response = Input<"ScriptedResponse">;
type Fault = { readonly field: string; readonly message: string };
type Machine = { readonly fields: Fields; readonly faults: readonly Fault[] };

export const REPEATS = 2;
export const KEYS = [..."0123456789*#"];
export const GOODBYE = "We did not get a choice from you. Goodbye.";
const AFTER_BEEP = `after user says /${escaped(BEEP)}/`;

/** Fields of callers that find their own words, or are told them in another way. */
const OTHERS = [
  ...["goal", "facts", "answers", "prefers", "refuses", "opening", "ends_when", "scripted_responses"],
  ...["speaks_first_config", "hangup_phrases", "hangup_instructions", "interruptions", "journey_steps"],
  ...["extension"],
  ...["original_transcript", "formatted_transcript", "enriched_playback"],
];

/** The published form of a digital human that is a machine. Undefined if it is not one. */
export function machineForm(written: Fields): Machine | undefined {
  const { ivr, voicemail, ...rest } = written as Fields & {
    readonly ivr?: Menu;
    readonly voicemail?: z.input<typeof Voicemail>;
  };
  const name = ivr ? "ivr" : "voicemail";
  const made = ivr ? menu(ivr) : voicemail && recorder(voicemail);
  if (!made) return undefined;
  const { success, success_criteria, ...others } = rest;
  const criteria = success ?? success_criteria;
  const faults = OTHERS.filter((field) => others[field] != null).map((field) => ({
    field,
    message: `a machine says only what its ${name} has: leave out ${field} or ${name}`,
  }));
  if (ivr && voicemail) faults.push({ field: "voicemail", message: "give ivr or voicemail, not both" });
  if (criteria && made.clauses.length > 0)
    faults.push({
      field: success === undefined ? "success_criteria" : "success",
      message: `the ${name} says already what the agent must do: leave out one of them`,
    });
  const { greeting, responses, ends, clauses } = made;
  return {
    faults: [...faults, ...made.faults.map((message) => ({ field: name, message }))],
    fields: {
      ...others,
      speaks_first_config: { speaks_first: true, mode: "custom", message: greeting },
      scripted_responses: responses,
      hangup_phrases: ends,
      ...(clauses.length > 0
        ? { success_criteria: ["@rules", ...clauses].join("\n") }
        : criteria !== undefined && { success_criteria: criteria }),
    },
  };
}

interface Made {
  readonly greeting: string;
  readonly responses: readonly Response[];
  /** What the machine says when it hangs up. */
  readonly ends: readonly string[];
  readonly clauses: readonly string[];
  readonly faults: readonly string[];
}

function menu({ greeting, options, repeats = REPEATS, goodbye = GOODBYE, reaches }: Menu): Made {
  const answer = ({ say, transfer }: Option) => transfer ?? `${say} ${greeting}`;
  const keys = options.filter(({ key }) => key !== undefined);
  const wanted = reaches === undefined ? undefined : options.find((option) => isNamed(option, reaches));
  return {
    greeting,
    responses: [
      ...keys.map((option) => response("regex", keyPattern(option.key ?? ""), answer(option))),
      ...options.flatMap((option) =>
        (option.words ?? []).map((word) => response("exact", word, answer(option))),
      ),
      ...(repeats > 0 ? [{ ...response("any", "", greeting), ...first(repeats) }] : []),
      response("any", "", goodbye),
    ],
    ends: [...options.flatMap(({ transfer }) => transfer ?? []), goodbye],
    clauses: wanted ? [`pass when user says ${quoted(wanted.transfer ?? wanted.say ?? "")}`] : [],
    faults: [
      ...options.flatMap(optionFaults),
      ...(new Set(keys.map(({ key }) => key)).size < keys.length ? ["two options have the same key"] : []),
      ...(reaches !== undefined && !wanted
        ? [`reaches: no option has the key or the word ${JSON.stringify(reaches)}`]
        : []),
      ...unclear([...options.map(({ transfer, say }) => transfer ?? say ?? ""), goodbye], greeting),
    ],
  };
}

function recorder({ greeting, message, hangs_up }: z.input<typeof Voicemail>): Made {
  const needed = message === true ? ["/[\\p{L}\\p{N}]/"] : (message ?? []).map(quoted);
  const marks = [BEEP, END_OF_RECORDING].filter((mark) => greeting.toLowerCase().includes(mark));
  return {
    greeting,
    responses: [{ ...response("any", "", BEEP), ...first(1) }, response("any", "", END_OF_RECORDING)],
    ends: [END_OF_RECORDING],
    clauses: hangs_up
      ? [
          `pass when agent never says /[\\p{L}\\p{N}]/ ${AFTER_BEEP}`,
          `pass when user never says /${escaped(END_OF_RECORDING)}/`,
        ]
      : needed.map((words) => `pass when agent says ${words} ${AFTER_BEEP}`),
    faults: [
      ...(message && hangs_up ? ["give message or hangs_up, not both"] : []),
      ...marks.map((mark) => `the greeting must not have ${mark}: the machine says it itself`),
      ...(Array.isArray(message) && !message.every(hasWords) ? ["an item of message has no words"] : []),
    ],
  };
}

const response = (match_type: string, match_phrase: string, response_value: string): Response => ({
  match_type,
  match_phrase,
  response_type: "phrase",
  response_value,
  occurrence_mode: "always",
});

const first = (occurrence_n: number) => ({ occurrence_mode: "first_n", occurrence_n });

/** A message that is the key alone, the key in square brackets, or "press" and the key. */
export function keyPattern(key: string): string {
  const k = escaped(key);
  return `^\\s*["'(]?${k}["').!]?\\s*$|\\[\\s*(press |dtmf:? ?)?${k}\\s*\\]|\\b(press|pressing|pressed|dial|dialing) (the )?(key |number )?["']?${k}($|[^0-9*#])`;
}

const isNamed = ({ key, words = [] }: Option, name: string) =>
  key === name || words.some((word) => word.toLowerCase() === name.toLowerCase());

function optionFaults({ key, words, say, transfer }: Option, place: number): string[] {
  const at = `option ${place + 1}`;
  return [
    ...(key === undefined && !words ? [`${at} needs a key or words`] : []),
    ...((say === undefined) === (transfer === undefined)
      ? [`${at} needs say or transfer, and not both`]
      : []),
    ...((words ?? []).every(hasWords) ? [] : [`${at} has an item of words without a letter or digit`]),
  ];
}

/** Where the call ends, and what was reached, is known by what the machine says. */
function unclear(texts: readonly string[], greeting: string): string[] {
  const all = [...texts, greeting];
  return texts.flatMap((text, place) => {
    if (text === "") return [];
    if (!hasWords(text)) return [`${JSON.stringify(text)} has no words`];
    const other = all.find((one, at) => at !== place && matchWords(text, one, "en"));
    return other === undefined
      ? []
      : [`${JSON.stringify(text)} is also said in ${JSON.stringify(other)}: give it words of its own`];
  });
}
