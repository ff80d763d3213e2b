import { timingSafeEqual } from "node:crypto";

/** Whether a secret is the expected one, compared in a time that does not say how much of it is right. */
export function isSameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
