import type { Context } from "../../../context.ts";
import { streamOutput } from "../../shared/stream.ts";

/** Writes a note to stderr for a person. If a program is reading, stderr is reserved for errors. */
export async function writeNote(context: Context, text: string): Promise<void> {
  if (streamOutput(context) === "table") await context.terminal.note(text);
}
