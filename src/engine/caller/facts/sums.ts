/** Sums of money, as a caller or an agent writes them. */

const AMOUNT = /^[€$£]? ?(\d{1,6})(?:\.00)? ?(?:euros?|eur|pounds?|gbp|dollars?|usd|€|£|\$)?$/i;

/** What a sum of money is, or a plain number: "60 euros" is 60. */
export const sumOf = (value: string): number | undefined => {
  const digits = AMOUNT.exec(value.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
};

export const isAmount = (value: string): boolean => sumOf(value) !== undefined;
