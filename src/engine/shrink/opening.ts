/** Fewer turns for a caller that finds its own words: it opens with all that it knows. */

import type { Fields } from "../../contract/is-object.ts";
import { ROLE_TRAITS } from "../caller/errand.ts";
import { readGoals } from "../caller/facts/goal.ts";
import { languageOf } from "../caller/language.ts";
import { sentenceOf } from "../caller/saying/volunteer.ts";
import { listIn } from "./parts.ts";

/**
 * The fields that make it open so. Undefined if what it says is written, if it has an opening, if it knows nothing, or if it
 * does not speak English, the only language in which facts become sentences.
 */
export function openingWithAll(fields: Fields): Fields | undefined {
  const { language, intent, formatted_transcript, speaks_first_config } = fields;
  const isEnglish = language == null || /^en/.test(String(language));
  if (!isEnglish || formatted_transcript != null || speaks_first_config != null) return undefined;
  const [wish] = readGoals(String(intent ?? ""), languageOf("en")).goals;
  const facts = listIn(fields, "traits").flatMap(({ trait_name, value }) =>
    typeof trait_name === "string" &&
    !ROLES.has(trait_name) &&
    (typeof value === "string" || typeof value === "number")
      ? [
          sentenceOf({ label: trait_name.replaceAll("_", " "), value: String(value) } as Parameters<
            typeof sentenceOf
          >[0]),
        ]
      : [],
  );
  if (wish === undefined || facts.length === 0) return undefined;
  return { speaks_first_config: { mode: "custom", message: [wish, ...facts].join(" ") } };
}

const ROLES: ReadonlySet<string> = new Set(Object.values(ROLE_TRAITS));
