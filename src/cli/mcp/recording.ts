/** Which recordings a client may have submitted: those at a URL, and files in folders that a person has named. */
import { realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve } from "node:path";
import { Failure } from "../../lib/failure.ts";
import type { Session } from "./session.ts";

const HTTP = /^https?:\/\//i;

/**
 * The URL, or the file without symbolic links.
 * @throws Failure (refused) if the file is in none of the folders
 */
export async function allowedRecording(
  { files, cwd }: Pick<Session, "files" | "cwd">,
  recording: string,
): Promise<string> {
  if (HTTP.test(recording) && URL.canParse(recording)) return new URL(recording).href;
  const file = await realpath(resolve(cwd, recording)).catch(() => undefined);
  for (const folder of file === undefined ? [] : files) {
    const within = relative(await realpath(folder).catch(() => folder), file ?? "");
    if (within !== "" && !isAbsolute(within) && within.split(/[\\/]/)[0] !== "..") return file ?? "";
  }
  throw new Failure("refused", "this server does not submit that file", {
    code: "not_allowed",
    hint: "give a URL, or start the server with `parley mcp --files <folder>`",
  });
}
