/** Tests of other frameworks that are given where a manifest belongs. */
import { shellWord } from "../../lib/shell-word.ts";
import type { Parsed } from "./parsed.ts";

/** What to do with them, after what `done` says. They name no kind. */
export async function hintFor(documents: readonly Parsed[], done: string): Promise<string> {
  const unnamed = documents.filter(({ value }) => value instanceof Object && !("kind" in value));
  if (unnamed.length === 0) return done;
  const { testFormatOf } = await import("../../engine/test-data/read.ts");
  for (const { value, source } of unnamed) {
    const format = testFormatOf(value);
    if (format !== undefined)
      return `${done}; \`parley import tests ${shellWord(source.file)} --out calls.parley.yaml\` makes a test file of it (${format})`;
  }
  return done;
}
