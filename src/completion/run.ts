/** `parley __complete word…`, called by the shells. Errors are never shown in the shell. */
import { complete } from "./complete.ts";
import type { Entry } from "./entry.ts";
import type { Place } from "./known.ts";

/**
 * The candidates, one per line.
 * @param read returns the program's entry, as the build wrote it
 * @param place called only if the value is not one of the program's own
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
