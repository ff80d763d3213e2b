/** Profiles: named pairs of base URL and API key, stored with conf. */
import { chmodSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { Failure, usage } from "../../lib/failure.ts";
import { BYTES_MAXIMUM, readRegularFile } from "../../lib/files.ts";

export interface Profile {
  readonly base_url: string;
  readonly api_key: string;
  /** Default of `--agent`. */
  readonly agent?: string;
  /** The key belongs to a service that keeps everything in memory, and is lost when that service stops. */
  readonly temporary?: boolean;
}

export interface ProfileFile {
  /** The profile that is used if nothing names another. */
  readonly current?: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const fileOf = (folder: string) => join(folder, "config.json");

/**
 * Reads the stored profiles without loading conf, because most commands only read. A broken file is an error
 * and never counts as empty.
 */
export function readProfiles(folder: string): ProfileFile {
  const file = fileOf(folder);
  const text = readText(file);
  if (text === undefined) return { profiles: {} };
  const read = parse(text);
  if (!read)
    throw new Failure("usage", "cannot read the stored profiles", {
      where: file,
      hint: "`parley auth login` moves the broken file aside and starts a new one",
    });
  return read;
}

/** First checks whether the file exists, because that is cheaper than catching an error. */
function readText(file: string): string | undefined {
  try {
    if (!statSync(file, { throwIfNoEntry: false })) return undefined;
    return readRegularFile(file, { maximum: BYTES_MAXIMUM.profiles }).toString();
  } catch (error) {
    // A home folder that is not a folder, such as /dev/null, has no profiles.
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw usage(`cannot read the stored profiles: ${(error as Error).message}`, { where: file });
  }
}

function parse(text: string): ProfileFile | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return undefined;
    const { current, profiles = {} } = value as Partial<ProfileFile>;
    const usable = Object.values(profiles).every(
      (profile) => typeof profile?.base_url === "string" && typeof profile.api_key === "string",
    );
    if (current !== undefined && typeof current !== "string") return undefined;
    return usable ? { profiles, ...(current !== undefined && { current }) } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Changes the stored profiles. A lock keeps parallel logins from being lost. The write is atomic, with mode
 * 0600 in a folder of mode 0700. A broken file is moved aside, never overwritten, and its new name is
 * returned.
 */
export async function changeProfiles(
  folder: string,
  change: (before: ProfileFile) => ProfileFile,
): Promise<{ set_aside?: string }> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const file = fileOf(folder);
  const { withLock } = await import("../../lib/lock.ts");
  return withLock(file, async () => {
    const set_aside = setAsideIfBroken(file);
    const { default: Conf } = await import("conf");
    const store = new Conf<Record<string, unknown>>({
      cwd: folder,
      configName: "config",
      projectName: "parley",
      configFileMode: 0o600,
    });
    const before = readProfiles(folder);
    store.store = { ...change(before) };
    return set_aside ? { set_aside } : {};
  });
}

function setAsideIfBroken(file: string): string | undefined {
  const text = readText(file);
  if (text === undefined || parse(text)) return undefined;
  const aside = `${file}.broken-${new Date().toISOString().replaceAll(":", "-")}`;
  renameSync(file, aside);
  return aside;
}
