import { usage } from "../../lib/failure.ts";

interface Estimated {
  readonly value: number;
  readonly lower: number;
}

/** The measures that a condition can name. */
export interface Figures {
  readonly accuracy: number | null;
  readonly f1: number | null;
  readonly flip_rate: number | null;
  readonly kappa: Estimated | null;
}

const FIELDS = {
  "kappa.value": ({ kappa }) => kappa?.value ?? null,
  "kappa.lower": ({ kappa }) => kappa?.lower ?? null,
  accuracy: ({ accuracy }) => accuracy,
  f1: ({ f1 }) => f1,
  flip_rate: ({ flip_rate }) => flip_rate,
} as const satisfies Record<string, (figures: Figures) => number | null>;

/** What a calibration has to show: a measure and its bound. */
export interface Requirement {
  readonly field: keyof typeof FIELDS;
  readonly operator: ">=" | ">" | "<=" | "<";
  readonly bound: number;
}

/** Reads `kappa.lower>=0.5`. @throws Failure (usage) for anything else */
export function readRequirement(text: string): Requirement {
  const [, name, operator, bound] =
    /^\s*([a-z0-9_.]+)\s*(>=|<=|>|<)\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
  const field = (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).find((candidate) => candidate === name);
  if (!field || !operator || bound === undefined)
    throw usage(`${JSON.stringify(text)} is not a condition`, {
      hint: `write a figure, a comparison and a number, as in kappa.lower>=0.5; figures: ${Object.keys(FIELDS).join(", ")}`,
    });
  return { field, operator: operator as Requirement["operator"], bound: Number(bound) };
}

/**
 * Why a calibration does not meet the requirement; undefined if it does. A measure that is missing never
 * meets it.
 */
export function unmet({ field, operator, bound }: Requirement, figures: Figures): string | undefined {
  const value = FIELDS[field](figures);
  if (value === null) return `${field} could not be measured`;
  const holds = { ">=": value >= bound, ">": value > bound, "<=": value <= bound, "<": value < bound };
  return holds[operator]
    ? undefined
    : `${field} is ${Number(value.toFixed(3))}, which is not ${operator} ${bound}`;
}
