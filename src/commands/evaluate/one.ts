import { noteTexts } from "../../calls/notes.ts";
import { toSubmission } from "../../calls/submission.ts";
import type { Context } from "../../context.ts";
import type { Result } from "../command.ts";
import { type CallInput, toCall } from "./call-options.ts";
import { warnOfMissingMetadata } from "./metadata.ts";

/** A single call from flags, without a journal. */
export async function submitOne(context: Context, agent_id: string, input: CallInput): Promise<Result> {
  const { fields, files } = await toCall(input, agent_id, context.cwd);
  const { notes, recording: _, ...request } = await toSubmission(fields, files);
  for (const text of noteTexts(notes)) await context.terminal.note(text);
  if (!context.isDryRun) await warnOfMissingMetadata(context, [fields]);
  const data = await context.change("evaluate", request);
  return {
    data,
    ids: [data.call_id],
    view: { kind: "record" },
    hint: `\`parley evaluate show ${data.call_id}\` shows the call`,
  };
}
