/** See sizes.mjs. */
export function sizesOf(results: unknown): string;
