/** Asking for what the caller has told already, and the agent could use. */
import { canonicalJson } from "../../contract/canonical-json.ts";
import { SLOT_KINDS } from "../caller/facts/facts.ts";
import { findValues, squeezed } from "../caller/facts/values.ts";
import { hear } from "../caller/hearing/hear.ts";
import { languageOf, type Slot } from "../caller/language.ts";
import { DENIES } from "../words/denies.ts";
import { type Event, isSaid } from "./events.ts";
import { broken, type Check, IDLE, KEPT } from "./rule.ts";

/** It may be about another one. */
export const AGAIN =
  /\b(?:another|again|one more|once more|second|two|both|as well|too|also|extra|different|other|someone else|somebody else|new)\b/i;
const NOT_FOUND = new RegExp(
  `\\b(?:${[
    "no (?:order|booking|record|account|match|such)|not found|invalid|doesn'?t (?:exist|match|look)|does not (?:exist|match)",
    "isn'?t (?:valid|right|correct|a valid)|wrong|check (?:the|it|that|your)|sorry|again|once more|repeat|spell",
    "didn'?t (?:catch|get|understand)|couldn'?t find|could not find|confirm|correct|right\\?|different|another|other|new|instead",
    "second|next|not available|unavailable|taken|closed|full|as well|without|can'?t|cannot|unable|afraid|unfortunately",
    "at most|the (?:most|least|minimum|limit)|or (?:more|fewer|less)|at least|only|maximum|up to",
    "too (?:many|much|late|early)|not possible",
  ].join("|")})\\b`,
  "i",
);

/** Whether an agent asks for this, and not for something else: "I need the 5-digit postcode" asks, too. */
function isAbout(text: string, asks: readonly Slot[], slot: Slot): boolean {
  if (asks.length > 0) return asks.includes(slot);
  const words = slot.split("_").filter((word) => word.length > 3);
  return words.some((word) => text.toLowerCase().includes(word)) || DEMANDS.test(text);
}
const DEMANDS =
  /\b(?:(?:i|we)(?:'ll)? need|give me|tell me|please (?:type|enter|say|send|spell|use)|type|enter)\b/i;

/** Shorter values are in many words and numbers. */
const LONG = 3;

/** Whether the agent has said what it was told, or passed it to a tool: it could use that. Any name can be used. */
const isUsed = (events: readonly Event[], slot: Slot, told: readonly string[]): boolean =>
  slot === "name" ||
  events.some((event) => {
    if (event.kind === "said" ? event.by === "user" : event.failed) return false;
    const text = event.kind === "said" ? event.text : canonicalJson(event.parameters);
    const squeezedText = squeezed(text);
    const parts = new Set(event.kind === "said" ? [] : text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
    return told.some((value) => (value.length < LONG ? parts.has(value) : squeezedText.includes(value)));
  });

/** "No, thank you" to what was found sends the agent back to ask. */
const TURNS_DOWN = /^(?:(?:um|uh|well|oh)[,….]{0,3} )?no\b/i;

/** "And Tom's surname?" asks for another's, after "And Ann's surname?", and so does "Tom's" where it has misheard. */
const OF_SOMEBODY = /(?<!^|[.!?…] )\b\p{Lu}\p{Ll}{1,20}['’]s\b/u;

/** Something that the agent was told, and what has been said since. */
interface Told {
  readonly isUsable: boolean;
  /** The agent has since asked for something else, or done it. */
  movedOn: boolean;
  /** It may now be about another one. */
  isOther: boolean;
}

/** Asking for something that the caller has already told. */
export const asksAgain: Check = {
  says: "the agent doesn't ask again for what it was told",
  check: (events) => {
    const english = languageOf("en");
    const said = events.filter(isSaid);
    const told = new Map<Slot, Told>();
    let isSeen = false;
    for (const [place, event] of said.entries()) {
      const asks = event.by === "agent" ? hear(event.text, english).asks : [];
      for (const slot of asks) {
        const { isUsable = false, movedOn = false, isOther = false } = told.get(slot) ?? {};
        if (!isUsable || !movedOn || isOther || DENIES.test(event.text) || NOT_FOUND.test(event.text))
          continue;
        if (OF_SOMEBODY.test(event.text)) continue;
        // "We aren't near you then. Monday or Thursday?" asks for another one.
        const kinds = SLOT_KINDS[slot] ?? [];
        const offers = findValues(event.text, english).some(
          ({ kind }) => kind !== "number" && kinds.includes(kind),
        );
        if (!offers)
          return broken(
            event,
            `the agent asked for ${slot.replaceAll("_", " ")} again, which it had been told`,
          );
      }
      const isOther =
        AGAIN.test(event.text) ||
        NOT_FOUND.test(event.text) ||
        (event.by === "agent" ? DENIES.test(event.text) : TURNS_DOWN.test(event.text));
      for (const [slot, one] of told) {
        one.isOther ||= isOther;
        one.movedOn ||= event.by === "agent" && !isAbout(event.text, asks, slot);
      }
      const answer = said[place + 1];
      if (asks.length !== 1 || answer?.by !== "user") continue;
      const [slot] = asks;
      const kinds = slot === undefined ? undefined : SLOT_KINDS[slot];
      const values = findValues(answer.text, english).filter(({ kind }) => kinds?.includes(kind));
      const isTold =
        slot === "name"
          ? /\b(?:name is|[Tt]his is|[Ii]t's|I'm|I am)\b|^\p{Lu}\p{L}+ \p{Lu}/u.test(answer.text)
          : values.length > 0;
      if (slot && isTold && !told.has(slot)) {
        const isUsable = isUsed(
          events,
          slot,
          values.map(({ text }) => squeezed(text)),
        );
        told.set(slot, { isUsable, movedOn: false, isOther: false });
        isSeen = true;
      }
    }
    return isSeen ? KEPT : IDLE;
  },
};
