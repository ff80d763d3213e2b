/**
 * Opens every file that is read. The repository may be a stranger's: a name in it can be a link to a secret,
 * a device that never ends, or a pipe without a writer. So each file is checked, opened without waiting, and
 * checked again through its descriptor, so that a swap in between has no effect. How far a file is trusted
 * depends on who named it. If a person named it on the command line, links are followed and pipes are read.
 * If a repository named it, by a fixed name or in a manifest, it must be a regular file within a folder once
 * links are followed.
 */
import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname, sep } from "node:path";
import type { Readable } from "node:stream";
import { BODY_MAXIMUM, RECORDING_MAXIMUM } from "../contract/values.ts";

/** The largest file of each kind, in bytes. docs/threat-model.md lists them. */
export const BYTES_MAXIMUM = {
  project_file: 1e6,
  profiles: 1e6,
  manifest: 16e6,
  rows: 100e6,
  text: 100e6,
  captions: 16e6,
  certificates: 16e6,
  body: BODY_MAXIMUM,
  recording: RECORDING_MAXIMUM,
  journal: 256e6,
  release_history: 16e6,
  kept: 64e6,
  lock: 4096,
} as const;

/** Why a file is not opened. The message also fits after "cannot read the file: ". */
export class RefusedFile extends Error {}

interface Bounds {
  readonly maximum: number;
  /** The folder that the file must be in once links are followed. Without it, a link may lead anywhere. */
  readonly within?: string | undefined;
}

interface OpenedFile {
  readonly descriptor: number;
  readonly stats: Stats;
}

/** The smallest amount that is read at once. */
const CHUNK_BYTES = 16 * 1024;

/** Windows has neither flag, and neither such links nor such pipes. */
const NO_WAIT = constants.O_NONBLOCK ?? 0;
const NO_LINK = constants.O_NOFOLLOW ?? 0;

/**
 * Checks a file without opening it.
 * @throws RefusedFile unless it is a regular file within the bounds
 */
export function checkFile(path: string, { maximum, within }: Bounds): Stats {
  const stats = statSync(within === undefined ? path : realWithin(path, within));
  refuseUnlessFile(stats, maximum);
  return stats;
}

/** Opens a regular file for reading. The caller closes it. @throws RefusedFile, or the system's error */
export function openFile(path: string, { maximum, within }: Bounds): OpenedFile {
  const at = within === undefined ? path : realWithin(path, within);
  // Just opening a device may already have an effect.
  refuseUnlessFile(statSync(at), maximum);
  const descriptor = openSync(at, constants.O_RDONLY | NO_WAIT | (within === undefined ? 0 : NO_LINK));
  try {
    const stats = fstatSync(descriptor);
    refuseUnlessFile(stats, maximum);
    return { descriptor, stats };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** The whole content of a regular file. @throws RefusedFile, or the system's error */
export function readRegularFile(path: string, bounds: Bounds): Buffer {
  const { descriptor, stats } = openFile(path, bounds);
  try {
    const chunks: Buffer[] = [];
    for (let bytes = 0; ; ) {
      const chunk = Buffer.allocUnsafe(Math.max(stats.size - bytes + 1, CHUNK_BYTES));
      const bytesRead = readSync(descriptor, chunk);
      if (bytesRead === 0) return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, bytesRead));
      // The file may grow while it is read.
      bytes += bytesRead;
      if (bytes > bounds.maximum) throw tooLarge(bounds.maximum);
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * The whole content of a file that a person named on the command line. It may be a pipe, such as `<(command)`
 * or `/dev/stdin`.
 * @throws RefusedFile, or the system's error
 */
export async function readNamedFile(path: string, maximum: number): Promise<Buffer> {
  if (!statSync(path).isFIFO()) return readRegularFile(path, { maximum });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of await streamNamedFile(path)) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maximum) throw tooLarge(maximum);
  }
  return Buffer.concat(chunks);
}

/**
 * A file or a pipe that a person named, as a stream, for callers that need no limit or count the bytes
 * themselves.
 * @throws RefusedFile, or the system's error
 */
export async function streamNamedFile(path: string): Promise<Readable> {
  if (!statSync(path).isFIFO())
    return createReadStream("", { fd: openFile(path, { maximum: Number.POSITIVE_INFINITY }).descriptor });
  const pipe = (await import("./pipe.ts")).openPipe(path);
  if (!pipe) throw new RefusedFile("this is a pipe that no program writes to");
  return pipe;
}

/** Whether links lead a path out of a folder. If the file does not exist yet, its folder decides. */
export function leadsOutside(path: string, folder: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    try {
      return !isWithin(realpathSync.native(at), realpathSync.native(folder));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(at) === at) throw error;
    }
  }
}

/** @throws RefusedFile unless it is a regular file that is not too large */
export function refuseUnlessFile(stats: Stats, maximum: number): void {
  if (!stats.isFile()) throw new RefusedFile(`this is ${nameOf(stats)}, not a file`);
  if (stats.size > maximum) throw tooLarge(maximum);
}

function nameOf(stats: Stats): string {
  if (stats.isDirectory()) return "a folder";
  if (stats.isFIFO()) return "a pipe";
  return stats.isSocket() ? "a socket" : "a device";
}

const tooLarge = (maximum: number) => new RefusedFile(`the file is larger than ${sizeInWords(maximum)}`);

/** `16 MB`, `2 GiB`, `4 KiB`: in the unit that gives a round number. */
export function sizeInWords(bytes: number): string {
  if (bytes % 1e6 === 0) return `${bytes / 1e6} MB`;
  const [unit, size] =
    bytes >= 2 ** 30 ? ["GiB", 2 ** 30] : bytes >= 2 ** 20 ? ["MiB", 2 ** 20] : ["KiB", 1024];
  return `${bytes / size} ${unit}`;
}

export const isWithin = (real: string, folder: string) =>
  real === folder || real.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Where links lead a path. @throws RefusedFile if that is outside the folder */
export function realWithin(path: string, within: string): string {
  const real = realpathSync.native(path);
  if (!isWithin(real, realpathSync.native(within)))
    throw new RefusedFile("this is a link that points outside its folder");
  // These files claim to be empty, but contain data that the kernel reports, such as the environment with its
  // keys.
  if (/^\/(?:proc|sys)\//.test(real))
    throw new RefusedFile("this is a file of the operating system, not one on a disk");
  return real;
}
