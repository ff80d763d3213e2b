/** Help texts of every command, as commander lays them out. Called by the build, which keeps them as files. */
import { isGroup, tree } from "./commands/tree.ts";
import { parse } from "./program.ts";
import { HELP_WIDTHS, helpFile } from "./quick.ts";

/** Path of a file → help text. */
export async function helpTexts(version: string): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const width of HELP_WIDTHS)
    for (const words of commandPaths()) {
      const parsed = await parse([...words, "--help"], version, width);
      if ("print" in parsed) texts[`${width}/${helpFile(words)}`] = parsed.print;
    }
  return texts;
}

function commandPaths(): string[][] {
  const paths: string[][] = [[]];
  for (const [name, node] of Object.entries(tree)) {
    paths.push([name]);
    if (isGroup(node)) for (const verb of Object.keys(node.commands)) paths.push([name, verb]);
  }
  return paths;
}
