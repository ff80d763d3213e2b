import { clean, fold } from "../../transcript/fold.ts";
import type { Trait } from "../digital-human.ts";
import { itemsOf } from "../errand.ts";
import { type Fact, labelled } from "../facts/facts.ts";
import { saidTogether } from "../facts/lists.ts";
import type { Language, TraitName } from "../language.ts";

const NAMES: Readonly<Record<TraitName, readonly string[]>> = {
  impatient: ["impatient", "impatience", "in a hurry", "hurried", "rushed"],
  angry: ["angry", "anger", "frustrated", "annoyed", "upset", "irritated"],
  confused: ["confused", "confusion", "unsure", "forgetful"],
  hard_of_hearing: ["hard of hearing", "hearing impaired", "hearing loss"],
  talkative: ["talkative", "chatty", "rambling"],
  polite: ["polite", "friendly", "courteous"],
};

interface ReadTraits {
  /** Traits with a known effect on what the caller says. */
  styles: TraitName[];
  facts: Fact[];
  /** Names of traits that have no effect in a text run. */
  unused: string[];
}

/**
 * Reads the traits of a digital human. A known behaviour is a style unless it is switched off (`false`, 0,
 * empty). A text, number, date, or list of these is a fact under the trait's name. SIP headers and unknown switches have no
 * effect.
 */
export function readTraits(traits: readonly Trait[], language: Language): ReadTraits {
  const read: ReadTraits = { styles: [], facts: [], unused: [] };
  for (const { trait_name, value, is_sip_header } of traits) {
    const style = is_sip_header ? undefined : styleNamed(trait_name);
    if (style) {
      if (isOn(value) && !read.styles.includes(style)) read.styles.push(style);
    } else if (!is_sip_header && isFactual(value))
      read.facts.push(labelled(trait_name, clean(String(value)), language));
    else if (!is_sip_header && itemsOf(value))
      read.facts.push(
        labelled(trait_name, saidTogether(itemsOf(value) ?? [], trait_name, language), language),
      );
    else read.unused.push(trait_name);
  }
  return read;
}

function styleNamed(name: string): TraitName | undefined {
  const plain = fold(name)
    .replace(/[_\-\s]+/g, " ")
    .replace(/^(?:is|very|a bit) /, "")
    .trim();
  return (Object.keys(NAMES) as TraitName[]).find((style) => NAMES[style].includes(plain));
}

function isOn(value: unknown): boolean {
  return value !== false && value !== 0 && value !== "" && value !== "false" && value !== "no";
}

function isFactual(value: unknown): value is string | number {
  if (typeof value === "number") return true;
  return typeof value === "string" && value.trim() !== "" && !/^(?:true|false|yes|no)$/i.test(value.trim());
}
