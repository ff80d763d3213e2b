import { constants, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { finished, pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Context } from "../../context.ts";
import { Failure, usage } from "../../failure.ts";
import { openToWrite } from "../../targets.ts";

interface Output {
  write(text: string): Promise<void>;
  /** All has been written: the file gets its name. */
  keep(): Promise<void>;
  /** What has not been kept is gone. */
  close(): Promise<void>;
}

/** Where an export goes: standard output, or a new file that shows under its name only when it is whole and on disk. */
export async function openOutput(context: Context, file: string): Promise<Output> {
  if (file !== "-") return openFile(context, file);
  if (context.terminal.outIsTerminal)
    throw usage("an export is not for a terminal", { hint: "give a file, or send it on: `… export - | …`" });
  return { write: (text) => context.terminal.write(text), keep: async () => {}, close: async () => {} };
}

const WRITE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC;

async function openFile(context: Context, file: string): Promise<Output> {
  const path = resolve(context.cwd, file);
  if (existsSync(path))
    throw usage(`${file} is there already`, { hint: "name a file that is not there yet" });
  const aside = `${path}.part`;
  const handle = await openToWrite(aside, WRITE, { mode: 0o600 }).catch((error: Error) => {
    throw unwritable(file, error);
  });
  const disk = handle.createWriteStream({ autoClose: false });
  const gzip = file.endsWith(".gz") ? createGzip() : undefined;
  const stream = gzip ?? disk;
  const written = gzip ? pipeline(gzip, disk) : finished(disk);
  // Told by the write that meets with it, too.
  written.catch(() => undefined);
  return {
    async write(text) {
      context.signal.throwIfAborted();
      await new Promise<void>((resolve, reject) => {
        stream.write(text, (error) => (error ? reject(unwritable(file, error)) : resolve()));
      });
    },
    async keep() {
      stream.end();
      await written.catch((error: Error) => {
        throw unwritable(file, error);
      });
      await handle.sync();
      await rename(aside, path);
    },
    async close() {
      disk.destroy();
      await handle.close();
      await rm(aside, { force: true });
    },
  };
}

const unwritable = (file: string, { message }: Error) =>
  new Failure("failed", `the export cannot be written: ${message}`, { where: file });
