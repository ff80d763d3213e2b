import type { Context } from "../../context.ts";
import { firstControl } from "../../terminal/sanitize.ts";

/**
 * Warns on stderr if a text contains characters that control a terminal. A pipe or a file gets them
 * unchanged, because `show` into a file followed by `push` of that file must not change a prompt.
 */
export async function warnOfControls({ terminal, globals }: Context, text: string): Promise<void> {
  const isExact = !terminal.outIsTerminal && !globals.json && (globals.output ?? "table") === "table";
  const control = isExact ? firstControl(text) : undefined;
  if (control === undefined) return;
  const code = (control.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  await terminal.alert(
    `warning: the text contains control characters, the first is U+${code}; they are printed unchanged`,
  );
}
