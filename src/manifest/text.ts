import { readFile, stat } from "node:fs/promises";
import { Failure } from "../failure.ts";

/** Above this a file is data, not something that people write and keep. */
const SIZE_MAXIMUM = 100 * 1000 * 1000;

/**
 * The text of a file, without a byte order mark.
 * @param shown the file as its user named it
 * @throws Failure (usage) where there is none, it is too large, binary or no UTF-8
 */
export async function readText(path: string, shown: string): Promise<string> {
  const refuse = (what: string) => new Failure("usage", what, { where: shown, code: "manifest" });
  try {
    const { size } = await stat(path);
    if (size > SIZE_MAXIMUM) throw refuse(`the file is larger than ${SIZE_MAXIMUM / 1e6} MB`);
    const bytes = await readFile(path);
    if (bytes.includes(0)) throw refuse("the file is binary, not text");
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof Failure) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw refuse("there is no such file");
    if (code === "EISDIR") throw refuse("this is a folder, not a file");
    throw refuse(error instanceof TypeError ? "the file is no UTF-8 text" : message);
  }
}
