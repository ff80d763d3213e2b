import {
  DIGITAL_HUMAN_DEFAULTS,
  FLUENCIES,
  LANGUAGES,
  SPEAKS_FIRST_MODES,
  VERBOSITIES,
} from "../../../contract/values.ts";
import type { DigitalHuman } from "../digital-human.ts";
import { keywordsOf, situationOf } from "./keywords.ts";

/** Values that a record has if its author chose nothing else. They have no effect. */
const DEFAULTS: Readonly<Partial<Record<keyof DigitalHuman, unknown>>> = DIGITAL_HUMAN_DEFAULTS;

/** Fields that matter only where the agent hears the caller. */
const HEARD = [
  "accent",
  "gender",
  "background_noise",
  "background_noise_volume",
  "background_noise_file",
  "voice_speed",
  "audio_quality",
  "endpointing_delay",
  "allow_dtmf_tool",
  "extension",
] as const satisfies readonly (keyof DigitalHuman)[];

const RATED: readonly unknown[] = ["low", "medium", "high"];

/**
 * The fields of a digital human that were set but have no effect. In a text run, these include the fields of
 * the voice.
 * @param unread fields with text or turns that only a language model could follow
 */
export function unusedFields(
  digital_human: DigitalHuman,
  on_line: boolean,
  unread: readonly (keyof DigitalHuman)[],
): string[] {
  return [...(on_line ? [] : HEARD), "interruptions" as const, ...unread].filter((field) => {
    if (field === "interruptions" && interrupts(digital_human, on_line)) return false;
    const value = digital_human[field];
    return asksForSomething(value) && value !== DEFAULTS[field];
  });
}

/** Interruptions at random or by context exist only on a line. Keywords also work in text. */
function interrupts({ interruptions }: DigitalHuman, on_line: boolean): boolean {
  if (keywordsOf(interruptions).length > 0) return true;
  if (!on_line) return false;
  return RATED.includes(interruptions?.type) || situationOf(interruptions) !== null;
}

/** Fields that have an effect here, but not with their value, because it is unknown here. */
export function unknownValues({ language, verbosity, fluency, speaks_first_config }: DigitalHuman): string[] {
  const chosen: readonly [string, string | null | undefined, readonly string[]][] = [
    ["language", language, LANGUAGES],
    ["verbosity", verbosity, VERBOSITIES],
    ["fluency", fluency, FLUENCIES],
    ["speaks_first_config.mode", speaks_first_config?.mode, SPEAKS_FIRST_MODES],
  ];
  return chosen
    .filter(([, value, known]) => value && !known.includes(value))
    .map(([field]) => `${field}: not used: unknown value`);
}

function asksForSomething(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return false;
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value !== "object") return true;
  return Object.keys(value).length > 0 && !("type" in value && value.type === "none");
}
