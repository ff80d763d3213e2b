import type { LanguageCode } from "../../../contract/values.ts";
import type { Language } from "../language.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { hi } from "./hi.ts";
import { ja } from "./ja.ts";
import { ml } from "./ml.ts";
import { pt } from "./pt.ts";
import { ru } from "./ru.ts";
import { tr } from "./tr.ts";
import { vi } from "./vi.ts";
import { yue } from "./yue.ts";
import { zh } from "./zh.ts";

/** The fourteen languages of a digital human. */
export const LANGUAGES: Readonly<Record<LanguageCode, Language>> = {
  ar,
  de,
  en,
  es,
  fr,
  hi,
  ja,
  ml,
  pt,
  ru,
  tr,
  vi,
  yue,
  zh,
};

/** The language data of a digital human; English where it names none. */
export function languageOf(code: LanguageCode | null | undefined): Language {
  return LANGUAGES[code ?? "en"];
}
