import type { Span } from "../../pattern/span.ts";
import { spend } from "../../pattern/work.ts";
import type { Budget } from "../budget.ts";
import type { Turn } from "../input.ts";
import type { Saying } from "../syntax/ast.ts";
import { saysYes } from "../text/agreement.ts";
import { isText, patternKey } from "../text/finder.ts";
import { says } from "../text/said-values.ts";
import { isTelling, valuesIn } from "../text/spoken-values.ts";
import type { Context } from "./context.ts";

/** How many values of a tool to look for. */
const MOST_VALUES = 50;
/** The steps for a value at each letter: the text is read for days, for times, and for numbers. */
const STEPS_OF_VALUE = 8;

/** The places in a turn. Undefined if finding them is too much work. */
type FindInTurn = (text: string, index: number) => Span[] | undefined;

/** Finds what is said in a turn. Undefined if tool calls are needed and unknown. */
export function finderIn(saying: Saying, { finders, input, budget }: Context): FindInTurn | undefined {
  if (isText(saying)) {
    const find = finders.get(patternKey(saying));
    return (text) => find?.(text, budget);
  }
  const whole = (text: string): Span[] => [{ start: 0, end: text.length }];
  if (saying.kind === "agreement")
    return (text) => {
      if (!spend(budget, text.length)) return undefined;
      return saysYes(text) ? whole(text) : [];
    };
  if (!input.tool_calls) return undefined;
  const { kind, tool, key } = saying;
  const calls = input.tool_calls.filter(({ name }) => name === tool);
  const values = calls
    .flatMap(({ parameters, output }) => valuesIn(kind === "value" ? parameters : output))
    .filter((one) => (key === undefined ? isWorthSaying(kind, one.value) : one.key === key))
    .slice(0, MOST_VALUES);
  // What the caller has said itself is not told by the agent, unless the rule asks for one value by its key.
  const told =
    kind === "result" && key === undefined
      ? firstSaidByUser(
          values.map(({ value }) => value),
          input.turns ?? [],
          budget,
        )
      : [];
  if (!told) return () => undefined;
  return (text, index) => {
    if (!spend(budget, text.length * (STEPS_OF_VALUE * values.length + 1))) return undefined;
    const isSaid = values.some(({ value }, place) => (told[place] ?? index) >= index && says(text, value));
    return isSaid ? whole(text) : [];
  };
}

/** For each value, the first turn in which the user says it. Undefined if that is too much work. */
function firstSaidByUser(
  values: readonly string[],
  turns: readonly Turn[],
  budget: Budget,
): (number | undefined)[] | undefined {
  const users = turns.flatMap(({ speaker, text }, index) => (speaker === "USER" ? [{ text, index }] : []));
  const length = users.reduce((sum, { text }) => sum + text.length, 0);
  if (!spend(budget, length * STEPS_OF_VALUE * values.length)) return undefined;
  return values.map((value) => users.find(({ text }) => says(text, value))?.index);
}

/** A result must not be said by chance. Anything that a tool was given may be said back. */
const isWorthSaying = (kind: "value" | "result", value: string): boolean =>
  kind === "result" ? isTelling(value) : value.length > 1;
