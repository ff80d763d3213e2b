/** The lines that a person has typed as an agent, kept for the next conversation. */
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { BYTES_MAXIMUM, readRegularFile } from "../../lib/files.ts";

const LINES_MAXIMUM = 500;

/** Newest first. Empty if the file is missing or broken. */
export async function readHistory(file: string): Promise<string[]> {
  try {
    const lines: unknown = JSON.parse(readRegularFile(file, { maximum: BYTES_MAXIMUM.kept }).toString());
    return Array.isArray(lines)
      ? lines.filter((line) => typeof line === "string").slice(0, LINES_MAXIMUM)
      : [];
  } catch {
    return [];
  }
}

export async function writeHistory(file: string, lines: readonly string[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const aside = `${file}.new`;
  await writeFile(aside, JSON.stringify(lines.slice(0, LINES_MAXIMUM)), { mode: 0o600 });
  await rename(aside, file);
}
