import type { LanguageCode } from "../digital-human.ts";
import type { Language } from "../language.ts";
import { en } from "./en.ts";

export const LANGUAGES: Readonly<Partial<Record<LanguageCode, Language>>> = { en };

/** The language data of a digital human; English where it names none. */
export function languageOf(code: LanguageCode | null | undefined): Language {
  return LANGUAGES[code ?? "en"] ?? en;
}
