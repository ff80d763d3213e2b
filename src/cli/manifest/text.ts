import { Failure } from "../../lib/failure.ts";
import { BYTES_MAXIMUM, RefusedFile, readNamedFile, readRegularFile } from "../../lib/files.ts";

interface TextBounds {
  readonly maximum?: number;
  /** The folder that a file must be in if a manifest or a folder names it, and not a person. */
  readonly within?: string | undefined;
}

/**
 * The text of a file, without a byte order mark.
 * @param shown the file as its user named it
 * @throws Failure (usage) if it does not exist, is too large, is not a regular file, is binary, or is not
 *   UTF-8
 */
export async function readText(path: string, shown: string, bounds: TextBounds = {}): Promise<string> {
  try {
    return await read(path, bounds);
  } catch (error) {
    throw new Failure("usage", reasonOf(error), { where: shown, code: "manifest" });
  }
}

async function read(path: string, { maximum = BYTES_MAXIMUM.text, within }: TextBounds): Promise<string> {
  const bytes =
    within === undefined ? await readNamedFile(path, maximum) : readRegularFile(path, { maximum, within });
  if (bytes.includes(0)) throw new RefusedFile("the file is binary, not text");
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "file not found";
  return code === "ERR_ENCODING_INVALID_ENCODED_DATA" ? "the file is not UTF-8 text" : message;
}
