/** `parley __complete word…`, called by the shells. Errors are never shown in the shell. */
import { readFileSync } from "node:fs";
import { complete } from "./complete.ts";
import type { Entry } from "./entry.ts";
import type { Place } from "./known.ts";

/**
 * The candidates, one per line.
 * @param file where the build wrote the program's entry
 * @param place called only if the value is not one of the program's own
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
