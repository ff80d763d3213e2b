/** What strangers write costs time in proportion to its length. */
import { expect, it } from "vitest";
import { processorMs } from "../../../test/support/processor-time.ts";
import { prepareCaller } from "./caller.ts";
import { otherPartIn } from "./facts/day-parts.ts";
import { dateInForm, datesIn } from "./facts/moments.ts";
import { rivalIn } from "./facts/rivals.ts";
import { hear } from "./hearing/hear.ts";
import { listBeside, optionsIn } from "./hearing/menu.ts";
import { outcomeOf } from "./judging/deed.ts";
import { languageOf } from "./language.ts";
import { namedFacts } from "./understanding/asked-facts.ts";
import { contradicted } from "./understanding/check.ts";
import { certainlyDiffer } from "./understanding/differ.ts";

const LENGTH = 100_000;
/** A tenth of the text, to compare with. */
const SHORT = LENGTH / 10;
const PARTS = [
  "a",
  "1",
  " ",
  "what size ",
  "Dr ",
  "Dr Chen ",
  "large or ",
  "a, b or ",
  "Tuesday ",
  "3 December ",
  "the 3rd ",
  "9:30 ",
  "not ",
  "we can't ",
  "please note ",
  "size? ",
  "YYYY-",
  "good morning ",
  "two people ",
  "we have a, ",
];
const language = languageOf("en");
const tool = {
  name: "order",
  parameters: {
    type: "object",
    required: ["size", "doctor"],
    properties: {
      size: { type: "string", enum: ["small", "large"], description: "The size" },
      doctor: { type: "string" },
      day: { type: "string" },
      people: { type: "integer" },
    },
  },
};
const caller = prepareCaller(
  {
    intent: "I'd like to order.",
    traits: Object.entries({
      goal_tool: "order",
      size: "large",
      doctor: "Dr Patel",
      day: "2026-12-01",
      people: 4,
      preferred_time: "morning",
    }).map(([trait_name, value]) => ({ trait_name, value })),
  },
  { tools: [tool] },
);

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  hear: (text) => hear(text, language),
  "asked facts": (text) => namedFacts(text, caller, language),
  rivals: (text) => caller.facts.map((fact) => rivalIn(text, fact, language)),
  "dates and forms": (text) => [datesIn(text, language).length, dateInForm("2026-12-01", text)],
  "parts of the day": (text) => otherPartIn(text, "morning", language),
  options: (text) => optionsIn(text, language),
  "lists beside a question": (text) =>
    listBeside({ ...hear("Which one?", language), text, choice: true }, language),
  contradictions: (text) => contradicted({ ...hear("", language), text }, caller, language),
  "values of a call": (text) => certainlyDiffer("2026-12-01", text, undefined, language),
  outcome: (text) =>
    outcomeOf(caller, [{ name: "order", parameters: { size: text, doctor: text, day: text } }], {}, [
      { role: "AGENT", utterance: text },
      { role: "USER", utterance: `Yes. ${text}` },
    ]),
};

it.each(Object.keys(READERS))("%s: hostile texts are read in bounded time", (name) => {
  const read = READERS[name];
  const time = (part: string, length: number) => {
    const text = part.repeat(Math.ceil(length / part.length));
    return processorMs(() => read?.(text));
  };
  for (const part of PARTS) {
    const short = Math.min(time(part, SHORT), time(part, SHORT), time(part, SHORT));
    // Ten times the text, with much room: quadratic work takes a hundred times as long.
    const most = Math.max(short, 20) * 40;
    const first = time(part, LENGTH);
    // A collection of garbage counts as well, and may fall into any try.
    const long = first < most ? first : Math.min(time(part, LENGTH), time(part, LENGTH));
    expect(long, JSON.stringify(part)).toBeLessThan(most);
  }
});
