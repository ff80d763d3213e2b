/** The help text of every command, as commander lays it out. The build calls this and stores the texts as files. */
import { everyNode } from "../src/cli/commands/walk.ts";
import { parse } from "../src/cli/program.ts";
import { HELP_WIDTHS, helpFile } from "../src/cli/quick.ts";

/** Path of a file → help text. */
export async function helpTexts(version: string): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const width of HELP_WIDTHS)
    for (const words of [[], ...everyNode().map(({ path }) => path)]) {
      const parsed = await parse([...words, "--help"], version, width);
      if ("print" in parsed) texts[`${width}/${helpFile(words)}`] = parsed.print;
    }
  return texts;
}
