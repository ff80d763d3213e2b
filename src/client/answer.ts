import type { Asked, TransportAnswer } from "./transport.ts";

/** A number that might lose digits as a double: many digits, or an exponent. */
const PERHAPS_LOSSY = /(?:^|[:,[\s])-?(?:[\d.]{16,}|[\d.]+[eE][+-]?\d+)\s*(?:[,}\]]|$)/;

/**
 * Returns the value of a successful answer. Throws a failure with the service's reason for any other answer.
 */
export async function readAnswer(answer: TransportAnswer, asked: Asked): Promise<unknown> {
  const text = answer.body.toString("utf8");
  if (answer.status < 200 || answer.status > 299)
    throw (await import("./refusal.ts")).refusal(answer, text, asked);
  if (text === "") return undefined;
  try {
    return PERHAPS_LOSSY.test(text)
      ? (await import("../contract/exact-number.ts")).parseExactly(text)
      : JSON.parse(text);
  } catch {
    throw (await import("./refusal.ts")).notJson(answer, text, asked);
  }
}
