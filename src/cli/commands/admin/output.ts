import { constants, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { finished, pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { Failure, usage } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import { openToWrite } from "../../write-files.ts";

interface Output {
  write(text: string): Promise<void>;
  /** Call this once everything has been written: it gives the file its name. */
  keep(): Promise<void>;
  /** Removes the file if it was not kept. */
  close(): Promise<void>;
}

/**
 * Where an export goes: standard output, or a new file that gets its name only when it is complete and on
 * disk.
 */
export async function openOutput(context: Context, file: string): Promise<Output> {
  if (file !== "-") return openFile(context, file);
  if (context.terminal.outIsTerminal)
    throw usage("cannot write an export to a terminal", {
      hint: "give a file, or pipe it: `… export - | …`",
    });
  return { write: (text) => writeOut(context, text), keep: async () => {}, close: async () => {} };
}

/** Half a backup is not a success, even if the reader of the output has gone. */
async function writeOut({ terminal }: Context, text: string): Promise<void> {
  await terminal.write(text);
  if (terminal.outputLost.aborted)
    throw new Failure("failed", "the export is incomplete: standard output was closed", {
      hint: "export to a file instead: `parley admin export backup.jsonl.gz`",
    });
}

const WRITE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC;

async function openFile(context: Context, file: string): Promise<Output> {
  const path = resolve(context.cwd, file);
  if (existsSync(path)) throw usage(`${file} already exists`, { hint: "choose a new file name" });
  const aside = `${path}.part`;
  const handle = await openToWrite(aside, WRITE, { mode: 0o600 }).catch((error: Error) => {
    throw unwritable(file, error);
  });
  const disk = handle.createWriteStream({ autoClose: false });
  const gzip = file.endsWith(".gz") ? createGzip() : undefined;
  const stream = gzip ?? disk;
  const written = gzip ? pipeline(gzip, disk) : finished(disk);
  // The failing write reports this too.
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
  new Failure("failed", `cannot write the export: ${message}`, { where: file });
