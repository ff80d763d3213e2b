import { noteTexts } from "../../calls/notes.ts";
import { toSubmission } from "../../calls/submission.ts";
import type { Context } from "../../context.ts";
import { type CallInput, toCall } from "./call-options.ts";
import { warnOfMissingMetadata } from "./metadata.ts";
import type { Submitted } from "./wait-for-submitted.ts";

/** A single call from flags, without a journal. */
export async function submitOne(context: Context, agent_id: string, input: CallInput): Promise<Submitted> {
  const { fields, files } = await toCall(input, agent_id, context.cwd);
  const { notes, recording: _, ...request } = await toSubmission(fields, files);
  for (const text of noteTexts(notes)) await context.terminal.note(text);
  if (!context.isDryRun) await warnOfMissingMetadata(context, [fields]);
  const data = await context.change("evaluate", request);
  // A service may leave it out.
  const call_id: string | null = data.call_id ?? null;
  return {
    data,
    view: { kind: "record" },
    calls: [{ id: call_id, name: input.recording ?? "" }],
    ...(call_id !== null && { hint: `\`parley evaluate show ${call_id}\` shows the call` }),
  };
}
