import { constants, lstatSync } from "node:fs";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { type Spoken, spokenJson, spokenLines } from "../../chat/transcript.ts";
import type { Context } from "../../context.ts";
import { usage } from "../../failure.ts";
import type { Joined } from "./join.ts";

/** What was said: the service's record, or where there is none what was heard here. */
export async function spokenOf(context: Context, { record, conversation, minutes }: Joined): Promise<Spoken> {
  // After Ctrl-C nothing is asked any more.
  if (!record || context.signal.aborted) return minutes.spoken;
  const { simulation_result_id } = conversation;
  return context.read("get_simulation_result", { params: { simulation_result_id } });
}

/** As a person reads it; as a file for `parley evaluate --transcript` where the name ends with .json. */
export async function writeTranscript(context: Context, joined: Joined, file: string): Promise<void> {
  const spoken = await spokenOf(context, joined);
  const text = /\.json$/i.test(file) ? spokenJson(spoken) : `${spokenLines(spoken).join("\n")}\n`;
  await writeAsNew(resolve(context.cwd, file), text).catch((error: Error) => {
    throw usage(`the transcript cannot be written: ${error.message}`, { where: file });
  });
}

const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW = 0 } = constants;

/**
 * Writes a file that only this user may read. In a stranger's folder a link of that name would lead to a file of the
 * user's own, and a pipe would never end; what stands in `/dev` somebody has meant.
 */
async function writeAsNew(path: string, text: string): Promise<void> {
  const isDevice = path.startsWith("/dev/");
  const found = isDevice ? undefined : lstatSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile())
    throw new Error(`it is ${found.isSymbolicLink() ? "a symbolic link" : "not a plain file"}; name another`);
  const handle = await open(path, O_WRONLY | O_CREAT | O_TRUNC | (isDevice ? 0 : O_NOFOLLOW), 0o600);
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}
