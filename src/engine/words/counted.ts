/** "1 call", "2 calls", "3 policies": a number with what it counts. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
