import type { Context } from "../../context.ts";
import { firstControl } from "../../terminal/sanitize.ts";
import { arg, type Command, defineCommand } from "../command.ts";
import { agentOption } from "../shared/agent-option.ts";
import { pickVersion } from "./find.ts";
import type { VersionKind } from "./kinds.ts";
import { type VersionWord, versionWord } from "./words.ts";

interface Records<V> {
  /** Asks the service what a word on the command line refers to. */
  readonly read: (context: Context, agent_id: number, query: VersionWord) => Promise<V[]>;
  readonly text: (record: V) => string;
}

/** `prompts show` and `kb show`. @param file the name under which an example saves a text */
export const showCommand = <V extends { readonly version: number }>(
  kind: VersionKind,
  file: string,
  { read, text }: Records<V>,
): Command =>
  defineCommand({
    needs: [kind.operations.list],
    about:
      "Prints the text of the version. A terminal gets it without control characters; a pipe or a file gets it " +
      "unchanged, with a warning if it has any. With --json, prints the whole record. A number is a version, anything else a " +
      "label.",
    args: { version: arg("<version|label>", "a version, or a label on it", versionWord) },
    options: { agent: agentOption },
    examples: [
      [`parley ${kind.group} show production > ${file}`, "saves the text in production to a file"],
      [`parley ${kind.group} show 3 --json`, "the record of version 3"],
    ],
    view: { kind: "text", text, exact: true },
    async run(context, { version, agent }) {
      const agent_id = await context.agent(agent);
      const data = pickVersion(await read(context, agent_id, version), version, kind, agent_id);
      await warnOfControls(context, text(data));
      return { data };
    },
  });

/**
 * Warns on stderr if a text contains characters that control a terminal. A pipe or a file gets them
 * unchanged, because `show` into a file followed by `push` of that file must not change a prompt.
 */
async function warnOfControls({ terminal, globals }: Context, text: string): Promise<void> {
  const isExact = !terminal.outIsTerminal && !globals.json && (globals.output ?? "table") === "table";
  const control = isExact ? firstControl(text) : undefined;
  if (control === undefined) return;
  const code = (control.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  await terminal.alert(
    `warning: the text contains control characters, the first is U+${code}; they are printed unchanged`,
  );
}
