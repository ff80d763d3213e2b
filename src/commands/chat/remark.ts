import type { Context } from "../../context.ts";
import { streamOutput } from "../stream.ts";

/** A remark on stderr for a person; where a program reads, stderr is kept for errors. */
export async function remark(context: Context, text: string): Promise<void> {
  if (streamOutput(context) === "table") await context.terminal.note(text);
}
