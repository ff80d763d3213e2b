import type { Span } from "../../pattern/span.ts";
import { spend } from "../../pattern/work.ts";
import type { Saying } from "../syntax/ast.ts";
import { saysYes } from "../text/agreement.ts";
import { isText, patternKey } from "../text/finder.ts";
import { holds, isTelling, valuesIn } from "../text/spoken-values.ts";
import type { Context } from "./context.ts";

/** How many values of a tool to look for. */
const MOST_VALUES = 50;

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
  const users = (input.turns ?? []).map(({ speaker, text }) => (speaker === "USER" ? text : ""));
  return (text, index) => {
    if (!spend(budget, text.length * (values.length + 1))) return undefined;
    const found = values.filter(({ value }) => holds(text, value));
    // What the caller has said itself is not told by the agent.
    const heard = kind === "result" ? users.slice(0, index) : [];
    return found.some(({ value }) => !heard.some((said) => holds(said, value))) ? whole(text) : [];
  };
}

/** A result must not be said by chance. Anything that a tool was given may be said back. */
const isWorthSaying = (kind: "value" | "result", value: string): boolean =>
  kind === "result" ? isTelling(value) : value.length > 1;
