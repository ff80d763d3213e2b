/** "A consultation costs 80 dollars", "Returns are accepted for 30 days": the figures that an agent may state. */
import { clean } from "../transcript/fold.ts";
import { assertions, contentStems, isAbout, NUMBER, numberOf, shared, wordsOf } from "./english.ts";
import { type Event, isAgent, isUser, valuesIn } from "./events.ts";
import { limitIn } from "./limits.ts";
import { broken, keptBy, type RuleMaker } from "./rule.ts";

/** A number and what it counts. */
interface Figure {
  readonly amount: number;
  readonly unit: "money" | "%" | "day" | "month" | "year" | "hour" | "minute";
}

const FIGURES = new RegExp(
  `[$€£]\\s?(\\d[\\d,]*(?:\\.\\d+)?)|\\b(${NUMBER})[ -]?(dollars?|euros?|pounds?|bucks|quid|eur|usd|gbp|cents|%|percent|minutes?|hours?|days?|weeks?|months?|years?)(?![\\p{L}])`,
  "giu",
);

/** "Three to five days" are three days and five days. */
const RANGE = new RegExp(
  `\\b(${NUMBER}) ?(?:to|or|and|-|–) ?(${NUMBER})[ -](dollars?|euros?|pounds?|percent|minutes?|hours?|days?|weeks?|months?|years?)\\b`,
  "gi",
);

function figuresIn(text: string): Figure[] {
  return [...clean(text).replace(RANGE, "$1 $3 to $2 $3").matchAll(FIGURES)].flatMap(
    ([, signed, plain = "", word = ""]): Figure[] => {
      const number = numberOf(signed ?? plain);
      if (number === undefined) return [];
      if (signed !== undefined) return [{ amount: number, unit: "money" }];
      const unit = word.toLowerCase().replace(/s$/, "");
      if (unit === "week") return [{ amount: number * 7, unit: "day" }];
      if (unit === "%" || unit === "percent") return [{ amount: number, unit: "%" }];
      const isTime =
        unit === "minute" || unit === "hour" || unit === "day" || unit === "month" || unit === "year";
      return [{ amount: number, unit: isTime ? unit : "money" }];
    },
  );
}

/** How somebody asks for such a figure. */
const ASKED: Readonly<Record<"money" | "%" | "time", RegExp>> = {
  money: /\b(?:how much|what .{0,30}(?:cost|price|charge|pay)|price|cost)/i,
  "%": /\b(?:how much|how many|what .{0,30}(?:rate|percent|discount))/i,
  time: /\b(?:how (?:long|many|soon|late)|until when|by when|when|deadline)\b/i,
};
const kindOf = (unit: Figure["unit"]) => (unit === "money" || unit === "%" ? unit : "time");

/** "Orders above 50 dollars" can have any amount. */
const COMPARED =
  /\b(?:above|over|under|below|beyond|exceeding|(?:more|less|fewer|older|younger) than)\s+[$€£]?\s?\d/i;

/**
 * If the agent mentions the topic, it must give this figure, or one that somebody has said. Amounts of money
 * may be computed from known ones.
 */
export const figures: RuleMaker = ({ text }) => {
  const stated = figuresIn(text);
  const stems = stemsOf(text);
  const [first] = stated;
  if (!first || stems.length === 0 || limitIn(text) || COMPARED.test(text)) return undefined;
  const isWithin = ({ amount, unit }: Figure) => {
    const alike = stated.filter((one) => one.unit === unit).map((one) => one.amount);
    return alike.length > 1 && amount >= Math.min(...alike) && amount <= Math.max(...alike);
  };
  const units = new Set(stated.map(({ unit }) => unit));
  const shown = stated.map(spoken).join(" or ");
  const name = nameOf(text, stems[0] ?? "");
  return {
    says: `what the agent says of ${name} is ${shown}`,
    check: (events, known) => {
      let seen: Event | undefined;
      let asked = "";
      const given = known.statements.flatMap(figuresIn);
      for (const event of events) {
        if (isUser(event)) {
          given.push(...figuresIn(event.text));
          asked = event.text;
        }
        given.push(...resultsOf(event));
        if (!isAgent(event)) continue;
        for (const clause of assertions(event.text)) {
          const said = figuresIn(clause).filter(({ unit }) => units.has(unit));
          const isAnswer = (unit: Figure["unit"]) =>
            ASKED[kindOf(unit)].test(asked) && shared(stems, asked) === stems.length;
          if (said.length === 0 || !(isAbout(stems, clause) || said.some(({ unit }) => isAnswer(unit))))
            continue;
          seen = event;
          const wrong = said.find((one) => !isKnown(one, given) && !isWithin(one));
          if (wrong) return broken(event, `the agent said ${spoken(wrong)}, where the prompt says ${shown}`);
        }
      }
      return keptBy([seen]);
    },
    caller: callerFor(kindOf(first.unit), name),
  };
};

const callerFor = (kind: keyof typeof ASKED, name: string) =>
  kind === "time"
    ? {
        wish: `Ask how long it is: ${name}.`,
        opening: `How long is it: ${name}?`,
        press: ["And how long exactly?", "I thought it was longer than that. Are you sure?"],
      }
    : {
        wish: `Ask how much it is: ${name}.`,
        opening: `How much is it: ${name}?`,
        press: ["And what will I have to pay in all?"],
      };

/** A case, at the beginning of the sentence. */
const CASE = /^(?:if|when|whenever|in case|should)\b[^,]*,/i;

/** What the figure is about: the words before it, otherwise those right after it. */
function stemsOf(text: string): string[] {
  const [found] = [...clean(text).matchAll(FIGURES)];
  if (!found) return [];
  const stems = (part: string) =>
    contentStems(part.replace(FIGURES, " ")).filter((stem) => !/\d|'/.test(stem) && !PRICE_WORDS.has(stem));
  // "The 20 dollar voucher"
  const [, attributed] =
    /^[ -](\p{L}+(?: \p{L}+)?)/u.exec(clean(text).slice(found.index + found[0].length)) ?? [];
  if (
    attributed !== undefined &&
    /(?:dollar|euro|pound|minute|hour|day|week|month|year)$/i.test(found[0]) &&
    !/^[1\D]/.test(found[0])
  )
    return stems(attributed);
  const before = stems(clean(text).slice(0, found.index).replace(CASE, ""));
  if (before.length > 0) return before;
  const [after = ""] = clean(text)
    .slice(found.index + found[0].length)
    .split(/,|;| - | and |\bwhatever\b/);
  return stems(after);
}

function resultsOf(event: Event): Figure[] {
  if (event.kind !== "called") return [];
  return [...valuesIn(event.output), ...valuesIn(event.parameters)].flatMap(({ value }) => {
    const number = Number(value);
    // A tool's number without a unit can count anything.
    return Number.isFinite(number)
      ? UNITS.map((unit) => ({ amount: number, unit }))
      : figuresIn(String(value));
  });
}
const UNITS: readonly Figure["unit"][] = ["money", "%", "day", "month", "year", "hour", "minute"];

const PRICE_WORDS = new Set(
  "cost costs pric price fee charg dolla euro pound flat amoun exact only alway quot stat come pay paid run last lasts can wait".split(
    " ",
  ),
);

const spoken = ({ amount, unit }: Figure) =>
  unit === "money"
    ? String(amount)
    : unit === "%"
      ? `${amount}%`
      : `${amount} ${unit}${amount === 1 ? "" : "s"}`;

/** The words before the figure. */
const nameOf = (text: string, fallback: string) => {
  const words = wordsOf(text.slice(0, Math.max(0, text.search(FIGURES))).replace(CASE, "")).filter(
    (word) =>
      !/^(?:the|an?|our|for|costs?|is|are|at|of|always|quote|price|it|to|comes?|runs?|lasts?|can|be|we|you|i|takes?|until|three|two|and|or|from|by|served|have|has|with|use|call|\d.*|\w+_\w+)$/.test(
        word,
      ),
  );
  return words.slice(0, 4).join(" ") || fallback;
};

const FEW = 12;

function isKnown({ amount, unit }: Figure, given: readonly Figure[]): boolean {
  const same = (a: number, b: number) => Math.abs(a - b) < 0.005;
  const alike = [...new Set(given.filter((one) => one.unit === unit).map((one) => one.amount))].slice(0, 60);
  if (alike.some((one) => same(one, amount))) return true;
  if (unit !== "money") return false;
  const rates = given.filter((one) => one.unit === "%").map((one) => one.amount);
  const sums = [...alike, ...rates];
  return alike.some(
    (one) =>
      Array.from({ length: FEW }, (_, times) => times + 1).some((times) => same(one * times, amount)) ||
      sums.some(
        (other) =>
          same(one + other, amount) ||
          same(one - other, amount) ||
          same((one * other) / 100, amount) ||
          same(one - (one * other) / 100, amount),
      ),
  );
}
