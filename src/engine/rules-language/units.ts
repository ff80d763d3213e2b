/** Units of the same family can be converted into each other. Any other unit equals only itself. */
const FAMILIES: Record<string, { family: string; per: number }> = {
  s: { family: "time", per: 1 },
  ms: { family: "time", per: 1000 },
  ratio: { family: "share", per: 1 },
  percent: { family: "share", per: 100 },
  "%": { family: "share", per: 100 },
};

/** The unit of metrics whose values are texts, lists or objects. */
const NO_NUMBER = "value";

/**
 * Two numbers in the coarser of their units. Undefined if the units cannot be converted. A number without a
 * unit has the unit of the other. Converting to the coarser unit only divides, which gives exactly the
 * expected decimals: 70% is 0.7, and 2010 ms is 2.01 s.
 */
export function inCommonUnit(left: Quantity, right: Quantity): [number, number] | undefined {
  const [leftUnit, rightUnit] = [left.unit ?? right.unit, right.unit ?? left.unit];
  if (leftUnit === rightUnit) return [left.number, right.number];
  const [from, to] = [familyOf(leftUnit), familyOf(rightUnit)];
  if (!from || !to || from.family !== to.family) return undefined;
  const per = Math.min(from.per, to.per);
  return [left.number / (from.per / per), right.number / (to.per / per)];
}

export interface Quantity {
  number: number;
  unit?: string;
}

/** Whether a bare number is ambiguous next to this unit. For a time it is, unless it is 0. */
export function needsUnit(unit: string | undefined): boolean {
  return familyOf(unit)?.family === "time";
}

/** Whether metrics with this unit are numbers. */
export function isNumeric(unit: string): boolean {
  return unit !== NO_NUMBER;
}

function familyOf(unit = ""): { family: string; per: number } | undefined {
  return Object.hasOwn(FAMILIES, unit) ? FAMILIES[unit] : undefined;
}
