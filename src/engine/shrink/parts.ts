/** The parts of a digital human that can be left out, and what is left without them. */
import { type Fields, isObject } from "../../contract/is-object.ts";
import { ROLE_TRAITS } from "../caller/errand.ts";

export interface Part {
  /** The field that it is in. */
  readonly field: string;
  /** Its place in the field, from 0, if the field has several parts. */
  readonly place?: number;
  /** What it is, for people. */
  readonly says: string;
}

/** Fields that are left out together, most of them conditions of a line. */
const WHOLE: readonly (readonly [field: string, says: string, with_it?: readonly string[]])[] = [
  ["interruptions", "interruptions"],
  ["background_noise", "background noise", ["background_noise_volume", "background_noise_file"]],
  ["audio_quality", "audio quality"],
  ["accent", "accent"],
  ["voice_speed", "voice speed"],
  ["fluency", "fluency"],
  ["verbosity", "verbosity"],
  ["speaks_first_config", "opening"],
  ["hangup_instructions", "when it hangs up"],
  ["hangup_phrases", "phrases at which it hangs up"],
  ["silence_tool_instructions", "silences", ["allow_silence_tool"]],
  ["endpointing_delay", "pause before its turn"],
];

/** Texts whose sentences can be left out, and how many of the first ones stay. */
const TEXTS = { intent: 1, role_description: 0 } as const;

/** Parts that only a line has, or that matter on one. */
const OF_LINE = [
  "interruptions",
  "background_noise",
  "audio_quality",
  "accent",
  "voice_speed",
  "endpointing_delay",
];

export const isOfLine = ({ field }: Part): boolean => OF_LINE.includes(field);

export const withoutFields = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** The parts, in the order in which people read a digital human. */
export function partsOf(fields: Fields): Part[] {
  return [
    ...Object.entries(TEXTS).flatMap(([field, stay]) =>
      sentencesIn(fields[field]).flatMap((sentence, place) =>
        place < stay ? [] : [{ field, place, says: `${field}: ${sentence}` }],
      ),
    ),
    ...listIn(fields, "traits").flatMap(({ trait_name, value }, place) =>
      trait_name === ROLE_TRAITS.tool
        ? []
        : [{ field: "traits", place, says: `fact ${trait_name}: ${JSON.stringify(value ?? null)}` }],
    ),
    ...listIn(fields, "scripted_responses").map(({ match_phrase, response_value }, place) => ({
      field: "scripted_responses",
      place,
      says: `answer${match_phrase === undefined ? "" : ` when the agent ${match_phrase}`}: ${response_value ?? ""}`,
    })),
    ...linesIn(fields).map(({ first }, place) => ({
      field: "formatted_transcript",
      place,
      says: `line: ${first}`,
    })),
    ...WHOLE.flatMap(([field, says]) => (fields[field] == null ? [] : [{ field, says }])),
  ];
}

/** The fields with only these of their parts. */
export function fieldsWith(fields: Fields, kept: readonly Part[]): Fields {
  const keeps = (field: string, place: number) =>
    kept.some((part) => part.field === field && part.place === place);
  const left: Record<string, unknown> = { ...fields };
  for (const [field, , with_it = []] of WHOLE)
    if (fields[field] != null && !kept.some((part) => part.field === field))
      for (const name of [field, ...with_it]) delete left[name];
  for (const [field, stay] of Object.entries(TEXTS))
    if (typeof fields[field] === "string")
      left[field] = sentencesIn(fields[field])
        .filter((_, place) => place < stay || keeps(field, place))
        .join(" ");
  if (fields["traits"])
    left["traits"] = listIn(fields, "traits").filter(
      ({ trait_name }, place) => trait_name === ROLE_TRAITS.tool || keeps("traits", place),
    );
  if (fields["scripted_responses"])
    left["scripted_responses"] = listIn(fields, "scripted_responses").filter((_, place) =>
      keeps("scripted_responses", place),
    );
  if (fields["formatted_transcript"])
    left["formatted_transcript"] = linesIn(fields)
      .filter((_, place) => keeps("formatted_transcript", place))
      .flatMap(({ entries }) => entries);
  for (const field of ["role_description", "traits", "scripted_responses"])
    if (left[field] === "" || (Array.isArray(left[field]) && left[field].length === 0)) delete left[field];
  return left;
}

/** Sentences, with a space between them, as `Wants a refund. The order number is 1182.` */
const sentencesIn = (text: unknown): string[] =>
  typeof text === "string" ? text.split(/(?<=[.!?])\s+/) : [];

export const listIn = (fields: Fields, field: string): Fields[] =>
  Array.isArray(fields[field]) ? fields[field].filter(isObject) : [];

interface Line {
  readonly first: string;
  readonly entries: readonly Fields[];
}

/** The lines of the user in a recorded conversation, each with what follows until the next one. */
function linesIn(fields: Fields): Line[] {
  const lines: { first: string; entries: Fields[] }[] = [];
  for (const entry of listIn(fields, "formatted_transcript")) {
    if (String(entry["role"]).toUpperCase() === "USER" || lines.length === 0)
      lines.push({ first: String(entry["utterance"]), entries: [entry] });
    else lines.at(-1)?.entries.push(entry);
  }
  return lines;
}

/**
 * The fields with only the expectations that failed, and what was taken away. A shorter caller may not come to what
 * else was expected. Everything stays if a failed clause cannot be found, as one of several lines.
 * @param clauses the clauses of the success criteria that failed
 */
export function onlyExpecting(
  fields: Fields,
  clauses: readonly string[],
): { readonly fields: Fields; readonly taken: readonly string[] } {
  const [head, ...rules] = String(fields["success_criteria"] ?? "").split("\n");
  if (head !== "@rules" || clauses.length === 0 || !clauses.every((clause) => rules.includes(clause)))
    return { fields, taken: [] };
  const kept = rules.filter((rule) => clauses.includes(rule) || /^na\b/.test(rule));
  return {
    fields: { ...fields, success_criteria: ["@rules", ...kept].join("\n") },
    taken: rules.filter((rule) => !kept.includes(rule)).map((rule) => `expectation: ${rule}`),
  };
}
