/**
 * Prints items one by one as they arrive, for commands that run until they are stopped and for lists of many
 * pages.
 */
import type { Context } from "../../context.ts";
import { type RenderOptions, render } from "../../render/render.ts";
import type { Column, Output } from "../../render/view.ts";

export interface StreamView<T> {
  readonly columns: readonly (Column | string)[];
  /** The item as text for a person at a terminal. By default, it is a row like those for programs. */
  text?(item: T): string;
}

/** In endless output, `--json` means one line per item, like `-o jsonl`. */
export const streamOutput = ({ globals }: Context): Output =>
  globals.json || globals.output === "json" ? "jsonl" : (globals.output ?? "table");

/**
 * Whether a list can be printed line by line. A table on a terminal is aligned as a whole, and JSON and YAML
 * are one document.
 */
export function printsLines({ globals, terminal }: Context): boolean {
  const output: Output = globals.json ? "json" : (globals.output ?? "table");
  if (globals.query !== undefined) return false;
  return output === "jsonl" || output === "csv" || (output === "table" && !terminal.outIsTerminal);
}

/** Returns a function that prints one item in the requested format. Column titles are printed once. */
export async function createPrinter<T>(
  context: Context,
  view: StreamView<T>,
): Promise<(item: T) => Promise<void>> {
  const { terminal, globals } = context;
  const output = streamOutput(context);
  const { fields } = globals;
  const { text } = view;
  const isForPerson = text !== undefined && output === "table" && terminal.outIsTerminal && !fields;
  const paint = await terminal.outPaint();
  const shape = isForPerson
    ? ({ kind: "text", text: text as (item: unknown) => string } as const)
    : ({ kind: "rows", columns: view.columns } as const);
  let isFirst = true;
  return async (item) => {
    const screen = isForPerson ? { columns: terminal.columns, paint } : undefined;
    const options: RenderOptions = {
      output,
      fields,
      query: globals.query,
      raw: globals.raw,
      screen,
      now: new Date(),
    };
    const text = await render(isForPerson || globals.query ? item : [item], shape, options);
    const hasTitles = !isForPerson && !globals.query && (output === "table" || output === "csv");
    await terminal.write(isFirst || !hasTitles ? text : text.slice(text.indexOf("\n") + 1));
    isFirst = false;
  };
}
