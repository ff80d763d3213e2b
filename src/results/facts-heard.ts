import { fieldsOf } from "../contract/is-object.ts";
import { listOf, numberOf, textOf } from "./read.ts";
import type { Evidence } from "./talk.ts";

/** What became of the facts of the caller, wrong ones first. Each leads to where it came back, or else was said. */
export function factsHeardIn(metrics: unknown): Evidence[] {
  const metric = listOf(metrics).find(({ id }) => id === "entities.heard");
  return listOf(metric?.["value"])
    .toSorted((a, b) => rank(a["outcome"]) - rank(b["outcome"]))
    .map((fact) => {
      const { outcome, said } = fact;
      const place = listOf(fact["places"]).findLast(({ verdict }) => verdict === outcome);
      const { entry, tool_call } = fieldsOf(place);
      const [turn, tool] = [numberOf(entry), numberOf(tool_call)];
      const first = numberOf(said);
      return {
        text: inWords(textOf(fact["fact"]) ?? "", textOf(fact["value"]) ?? "", outcome, place),
        ...(tool !== null ? { tool } : turn !== null ? { turn } : first !== null ? { turn: first } : {}),
      };
    });
}

const ORDER: readonly unknown[] = ["wrong", "unsure", "never_used", "right"];
const rank = (outcome: unknown) => ORDER.indexOf(outcome);

function inWords(
  fact: string,
  value: string,
  outcome: unknown,
  place: Readonly<Record<string, unknown>> | undefined,
): string {
  const { heard, parameter, table, column } = fieldsOf(place);
  const where = parameter
    ? ` in the parameter ${textOf(parameter)}`
    : table
      ? ` in ${textOf(table)}.${textOf(column)}`
      : "";
  if (outcome === "wrong") return `${fact} is wrong: ${value} came back as ${textOf(heard)}${where}`;
  if (outcome === "unsure")
    return `${fact} is unsure: ${value} may have come back as ${textOf(heard)}${where}`;
  return outcome === "right" ? `${fact} is right: ${value}${where}` : `${fact} never came back: ${value}`;
}
