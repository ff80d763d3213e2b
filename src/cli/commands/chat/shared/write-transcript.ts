import { resolve } from "node:path";
import { usage } from "../../../../lib/failure.ts";
import { recordOf } from "../../../chat/record.ts";
import { type Spoken, spokenJson, spokenLines } from "../../../chat/transcript.ts";
import type { Context } from "../../../context.ts";
import { escapeControls, sanitize } from "../../../terminal/sanitize.ts";
import { writeNamedFile } from "../../../write-files.ts";
import type { Joined } from "./join.ts";

/** The transcript: the service's record, or what was heard here if the service has none. */
export async function spokenOf(
  context: Context,
  { record, conversation, recorder }: Joined,
): Promise<Spoken> {
  // After Ctrl-C, send no more requests.
  if (!record || context.signal.aborted) return recorder.spoken;
  const { simulation_result_id } = conversation;
  return recordOf(await context.read("get_simulation_result", { params: { simulation_result_id } }));
}

/** Writes text for a person, or a file for `parley evaluate --transcript` if the name ends in .json. */
export async function writeTranscript(context: Context, joined: Joined, file: string): Promise<void> {
  const spoken = await spokenOf(context, joined);
  const text = /\.json$/i.test(file)
    ? escapeControls(spokenJson(spoken))
    : sanitize(`${spokenLines(spoken).join("\n")}\n`);
  // Only this user may read what a caller said.
  await writeNamedFile(resolve(context.cwd, file), text, { mode: 0o600 }).catch((error: Error) => {
    throw usage(`cannot write the transcript: ${error.message}`, { where: file });
  });
}
