import { cueSpan } from "../../transcript/fold.ts";
import type { Language, Slot } from "../language.ts";

interface SlotSpan {
  slot: Slot;
  start: number;
  end: number;
}

/**
 * Where folded text names slots. Of names that end in each other, only the longest counts ("date" in "date of birth"). In
 * a record, short names count too: "order 4471" is an order number there, but "What would you like to order?"
 * does not ask for one.
 */
export function slotSpans(folded: string, language: Language, where: "question" | "record"): SlotSpan[] {
  const spans: SlotSpan[] = [];
  for (const [slot, { ask, near = [] }] of entries(language)) {
    for (const cue of where === "record" ? [...ask, ...near] : ask) {
      const span = cueSpan(folded, cue);
      if (span) spans.push({ slot, start: span[0], end: span[1] });
    }
  }
  return spans
    .filter((span) => !spans.some((other) => covers(other, span)))
    .filter((span, index, all) => all.findIndex(({ slot }) => slot === span.slot) === index)
    .sort((a, b) => a.start - b.start);
}

/** "The date of birth" names "the date" and "date of birth". */
function covers(outer: SlotSpan, inner: SlotSpan): boolean {
  const longer = outer.end - outer.start > inner.end - inner.start;
  return longer && outer.start < inner.end && outer.end > inner.start && outer.end >= inner.end;
}

function entries(language: Language) {
  return Object.entries(language.slots) as [Slot, Language["slots"][Slot]][];
}
