import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { SpeechFailure } from "./synthesizer.ts";

/** A minute of 48 kHz stereo is 11.5 MB. */
const BYTES_MAXIMUM = 32 * 1024 * 1024;
/** A file name without a path, so that it cannot leave the folder. */
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,200}$/u;

/**
 * Reads a recording of noise. Throws `SpeechFailure`. @param folder the only folder for recordings of noise,
 * if configured
 */
export async function readNoiseFile(folder: string | undefined, name: string): Promise<Uint8Array> {
  const refused = (why: string) => new SpeechFailure(`background_noise_file "${name.slice(0, 200)}" ${why}`);
  if (folder === undefined)
    throw refused("cannot be read: set the service's PARLEY_NOISE_FOLDER to the folder that contains it");
  if (!NAME.test(name)) throw refused("must be the name of a file in PARLEY_NOISE_FOLDER, without a path");
  const file = join(folder, name);
  const stats = await stat(file).catch(() => undefined);
  if (!stats?.isFile()) throw refused("is not in PARLEY_NOISE_FOLDER of the service");
  if (stats.size > BYTES_MAXIMUM) throw refused(`is larger than ${BYTES_MAXIMUM / 1024 / 1024} MiB`);
  return readFile(file);
}
