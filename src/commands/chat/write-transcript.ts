import { resolve } from "node:path";
import { recordOf } from "../../chat/record.ts";
import { type Spoken, spokenJson, spokenLines } from "../../chat/transcript.ts";
import type { Context } from "../../context.ts";
import { usage } from "../../failure.ts";
import { writeNamedFile } from "../../targets.ts";
import { escapeControls, sanitize } from "../../terminal/sanitize.ts";
import type { Joined } from "./join.ts";

/** The transcript: the service's record, or without one, what was heard here. */
export async function spokenOf(context: Context, { record, conversation, minutes }: Joined): Promise<Spoken> {
  // After Ctrl-C nothing more is requested.
  if (!record || context.signal.aborted) return minutes.spoken;
  const { simulation_result_id } = conversation;
  return recordOf(await context.read("get_simulation_result", { params: { simulation_result_id } }));
}

/** As text for a person, or as a file for `parley evaluate --transcript` if the name ends with .json. */
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
