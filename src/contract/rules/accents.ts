import { ACCENTS, type LANGUAGES } from "../values.ts";
import type { RuleFault } from "./rule-fault.ts";

type Accent = (typeof ACCENTS)[number];
type Language = (typeof LANGUAGES)[number];

/**
 * The native accents of a language. English can be spoken with every accent, and every language with
 * `multilingual`.
 */
const NATIVE_ACCENTS: Readonly<Record<Exclude<Language, "en">, readonly Accent[]>> = {
  es: ["spanish", "mexican"],
  pt: ["portuguese"],
  ja: ["japanese"],
  tr: ["turkish"],
  hi: ["hindi", "indian"],
  ar: ["arabic"],
  ru: ["russian"],
  zh: ["chinese"],
  ml: ["indian"],
  fr: ["french"],
  yue: ["chinese"],
  vi: [],
  de: ["german"],
};

interface Voice {
  readonly language?: Language | null | undefined;
  readonly accent?: Accent | null | undefined;
}

/** The faults of a voice's accent. A voice without a language speaks English. */
export function accentFaults({ language, accent }: Voice): RuleFault[] {
  if (!accent) return [];
  if (!ACCENTS.includes(accent))
    return [
      {
        field: "accent",
        message: `${JSON.stringify(accent)} is not an accent; use one of ${ACCENTS.join(", ")}`,
      },
    ];
  // For an unknown language, the valid accents are unknown too.
  if (!language || language === "en" || !Object.hasOwn(NATIVE_ACCENTS, language)) return [];
  const allowed: readonly Accent[] = ["multilingual", ...NATIVE_ACCENTS[language]];
  return allowed.includes(accent)
    ? []
    : [
        {
          field: "accent",
          message: `the accent ${accent} does not go with the language ${language}; use ${allowed.join(" or ")}`,
        },
      ];
}
