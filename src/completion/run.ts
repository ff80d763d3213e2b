/** `parley __complete word…`: what the shells call. Whatever goes wrong, a shell is not bothered. */
import { readFileSync } from "node:fs";
import { complete } from "./complete.ts";
import type { Entry } from "./entry.ts";
import type { Place } from "./known.ts";

/**
 * The candidates, one a line.
 * @param file where the build has written the program's entry
 * @param place called only where a value is not the program's own
 */
export async function completions(
  words: readonly string[],
  file: string,
  place: () => Place,
): Promise<string> {
  try {
    const program = JSON.parse(readFileSync(file, "utf8")) as Entry;
    const candidates = await complete(words, program, async (noun) => {
      const { knownAt } = await import("./known.ts");
      return knownAt(place())(noun);
    });
    return candidates.map((candidate) => `${candidate}\n`).join("");
  } catch {
    return "";
  }
}
