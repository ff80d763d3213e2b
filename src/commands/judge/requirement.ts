import { usage } from "../../failure.ts";
import type { Summary } from "./summary.ts";

const FIELDS = {
  "kappa.value": ({ kappa }) => kappa?.value ?? null,
  "kappa.lower": ({ kappa }) => kappa?.lower ?? null,
  accuracy: ({ accuracy }) => accuracy,
  f1: ({ f1 }) => f1,
  flip_rate: ({ flip_rate }) => flip_rate,
} as const satisfies Record<string, (summary: Summary) => number | null>;

/** What a calibration has to show: a figure and a bound. */
export interface Requirement {
  readonly field: keyof typeof FIELDS;
  readonly operator: ">=" | ">" | "<=" | "<";
  readonly bound: number;
}

/** Reads `kappa.lower>=0.5`. @throws Failure (usage) for anything else */
export function readRequirement(text: string): Requirement {
  const [, name, operator, bound] =
    /^\s*([a-z0-9_.]+)\s*(>=|<=|>|<)\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
  const field = (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).find((known) => known === name);
  if (!field || !operator || bound === undefined)
    throw usage(`--require-calibration: ${JSON.stringify(text)} is not a condition`, {
      hint: `write a figure, a comparison and a number, as in kappa.lower>=0.5; figures: ${Object.keys(FIELDS).join(", ")}`,
    });
  return { field, operator: operator as Requirement["operator"], bound: Number(bound) };
}

/** Whether a calibration shows it. What was not measured does not. */
export function isMet({ field, operator, bound }: Requirement, summary: Summary): boolean {
  const value = FIELDS[field](summary);
  if (value === null) return false;
  if (operator === ">=") return value >= bound;
  if (operator === ">") return value > bound;
  return operator === "<=" ? value <= bound : value < bound;
}
