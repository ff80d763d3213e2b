/** A value of a field of a matrix, and its index in the list. */
export interface Choice {
  readonly field: string;
  readonly index: number;
  readonly value: unknown;
}

type Matrix = Readonly<Record<string, readonly unknown[]>>;

/** The number of combinations of a matrix. */
export const sizeOf = (matrix: Matrix): number =>
  Object.values(matrix).reduce((size, values) => size * values.length, 1);

/**
 * Every combination of the values of a matrix. The last field changes fastest. Without fields there is one,
 * empty combination.
 */
export function combinations(matrix: Matrix): Choice[][] {
  return Object.entries(matrix).reduce<Choice[][]>(
    (made, [field, values]) =>
      made.flatMap((before) => values.map((value, index) => [...before, { field, index, value }])),
    [[]],
  );
}

/** Whether a combination has all the values that an exclusion names. */
export const matches = (
  combination: readonly Choice[],
  exclusion: Readonly<Record<string, unknown>>,
): boolean =>
  Object.entries(exclusion).every(([field, value]) =>
    combination.some((choice) => choice.field === field && toKey(choice.value) === toKey(value)),
  );

/**
 * A name that distinguishes combinations: `Caller (indian, cafe)`. Lists and objects appear as their
 * position, counted from 1.
 */
export function suffixed(name: string, combination: readonly Choice[]): string {
  if (combination.length === 0) return name;
  const words = combination.map(({ value, index }) =>
    typeof value === "object" && value !== null ? `#${index + 1}` : String(value),
  );
  return `${name} (${words.join(", ")})`;
}

const toKey = (value: unknown) => JSON.stringify(value);
