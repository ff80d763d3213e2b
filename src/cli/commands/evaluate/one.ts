import { noteTexts } from "../../calls/notes.ts";
import { faultsOfFiles, toSubmission } from "../../calls/submission.ts";
import type { Context } from "../../context.ts";
import type { Faults } from "../../faults.ts";
import { type CallInput, toCall } from "./shared/call-options.ts";
import { warnOfMissingMetadata } from "./shared/metadata.ts";
import type { Submitted } from "./shared/wait-for-submitted.ts";

/** Sends a single call from flags, without a journal. */
export async function submitOne(
  context: Context,
  agent: number | undefined,
  input: CallInput,
  faults: Faults,
): Promise<Submitted> {
  const agent_id = String(await faults.of(() => context.agent(agent)));
  const { fields, files } = await toCall(input, agent_id, context.cwd, faults);
  for (const fault of await faultsOfFiles(fields, files)) faults.add(fault);
  faults.refuse();
  const { notes, recording: _, ...request } = await toSubmission(fields, files);
  for (const text of noteTexts(notes)) await context.terminal.note(text);
  if (!context.isDryRun) await warnOfMissingMetadata(context, [fields]);
  const data = await context.change("evaluate", request);
  // A service may omit it.
  const call_id: string | null = data.call_id ?? null;
  return {
    data,
    ids: [data.call_id],
    view: { kind: "record" },
    calls: [{ id: call_id, name: input.recording ?? "" }],
    ...(call_id !== null && { hint: `\`parley evaluate show ${call_id}\` shows the call` }),
  };
}
