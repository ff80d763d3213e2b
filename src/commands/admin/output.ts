import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { link, open, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { finished } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Context } from "../../context.ts";
import { Failure, usage } from "../../failure.ts";

interface Output {
  write(text: string): Promise<void>;
  /** All has been written: the file gets its name. */
  keep(): Promise<void>;
  /** What has not been kept is gone. */
  close(): Promise<void>;
}

/** Where an export goes: standard output, or a new file that shows under its name only when it is whole and on disk. */
export async function openOutput(context: Context, file: string): Promise<Output> {
  if (file !== "-") return openFile(resolve(context.cwd, file), file);
  if (context.terminal.outIsTerminal)
    throw usage("an export is not for a terminal", { hint: "give a file, or send it on: `… export - | …`" });
  return { write: (text) => context.terminal.write(text), keep: async () => {}, close: async () => {} };
}

async function openFile(path: string, file: string): Promise<Output> {
  const aside = `${path}.part`;
  const handle = await open(aside, "w", 0o600).catch((error: Error) => {
    throw unwritable(file, error);
  });
  const disk = createWriteStream("", { fd: handle.fd, autoClose: false });
  const stream = file.endsWith(".gz") ? createGzip() : disk;
  if (stream !== disk) stream.pipe(disk);
  let fault: Error | undefined;
  for (const part of new Set([stream, disk])) part.on("error", (error: Error) => (fault ??= error));
  return {
    async write(text) {
      if (fault) throw unwritable(file, fault);
      if (!stream.write(text)) await Promise.race([once(stream, "drain"), once(disk, "error")]);
    },
    async keep() {
      stream.end();
      await finished(disk).catch((error: Error) => {
        throw unwritable(file, error);
      });
      await handle.sync();
      // Unlike a rename it does not replace what is there.
      await link(aside, path).catch((error: Error) => {
        throw unwritable(file, error);
      });
    },
    async close() {
      disk.destroy();
      await handle.close();
      await rm(aside, { force: true });
    },
  };
}

const unwritable = (file: string, { message, code }: NodeJS.ErrnoException) =>
  code === "EEXIST"
    ? usage(`${file} is there already`, { hint: "name a file that is not there yet" })
    : new Failure("failed", `the export cannot be written: ${message}`, { where: file });
