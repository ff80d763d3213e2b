/** `parley __complete word…`, which the shells call. Errors are never shown in the shell. */
import { complete } from "./complete.ts";
import type { Entry } from "./entry.ts";
import type { Place } from "./known.ts";

/**
 * The candidates, one per line.
 * @param read returns the program's entry, as the build wrote it
 * @param place called only if the program itself does not determine the value
 */
export async function completions(
  words: readonly string[],
  read: () => string,
  place: () => Place,
): Promise<string> {
  try {
    const program = JSON.parse(read()) as Entry;
    const candidates = await complete(words, program, async (noun) => {
      const { knownAt } = await import("./known.ts");
      return knownAt(place())(noun);
    });
    return candidates.map((candidate) => `${candidate}\n`).join("");
  } catch {
    return "";
  }
}
