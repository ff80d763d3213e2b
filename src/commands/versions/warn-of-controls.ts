import type { Context } from "../../context.ts";
import { firstControl } from "../../terminal/sanitize.ts";

/**
 * A text that is printed to the letter into a pipe or a file keeps what a terminal would obey: `show` into a file and
 * `push` of that file must not change a prompt. So a person is told, on stderr.
 */
export async function warnOfControls({ terminal, globals }: Context, text: string): Promise<void> {
  const isExact = !terminal.outIsTerminal && !globals.json && (globals.output ?? "table") === "table";
  const found = isExact ? firstControl(text) : undefined;
  if (found === undefined) return;
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  await terminal.alert(
    `warning: the text holds characters that a terminal obeys, the first is U+${code}; they are printed as they are`,
  );
}
