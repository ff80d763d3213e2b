/**
 * LiveKit's own repositories, at the commits that .github/workflows/test.yml names. A checkout is taken where an environment
 * variable says that it is; else GitHub is asked for the commit.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll } from "vitest";

const WORKFLOW = resolve(import.meta.dirname, "../../.github/workflows/test.yml");
/** GitHub answers at once, and sends the whole in seconds. */
const LIMIT_MS = 120_000;

export type Repository = "livekit/agents-js" | "livekit/agents";
/** The environment variable with the folder of a checkout. */
const CHECKOUT = { "livekit/agents-js": "AGENTS_JS", "livekit/agents": "AGENTS_PYTHON" } as const;

function commitOf(repository: Repository): string {
  const lines = readFileSync(WORKFLOW, "utf8").split("\n");
  const at = lines.findIndex((line) => line.trim() === `repository: ${repository}`);
  const [, commit] = /^\s+ref: ([0-9a-f]{40})$/.exec(lines[at + 1] ?? "") ?? [];
  if (commit === undefined) throw new Error(`${WORKFLOW} names no commit of ${repository}`);
  return commit;
}

/** The folder of a checkout, for the rest of the test file; or why there is none. */
export type Checkout = { readonly folder: string } | { readonly missing: string };

export function useCheckouts(): (repository: Repository) => Promise<Checkout> {
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  return async (repository) => {
    const variable = CHECKOUT[repository];
    const given = process.env[variable];
    if (given) {
      if (!existsSync(join(given, "examples")))
        throw new Error(`${variable}: ${given} has no folder examples`);
      return { folder: given };
    }
    const commit = commitOf(repository);
    const from = `https://codeload.github.com/${repository}/tar.gz/${commit}`;
    const response = await fetch(from, { signal: AbortSignal.timeout(LIMIT_MS) }).catch(() => undefined);
    if (!response?.ok) {
      const how = response ? `answers ${response.status}` : "does not answer";
      const missing = `${repository} at ${commit} cannot be reached: ${variable} names no checkout, and ${from} ${how}`;
      process.stderr.write(`\nNOT RUN: ${missing}\n`);
      return { missing };
    }
    const folder = mkdtempSync(join(tmpdir(), "parley-livekit-"));
    folders.push(folder);
    const archive = join(folder, "archive.tar.gz");
    writeFileSync(archive, Buffer.from(await response.arrayBuffer()));
    await promisify(execFile)("tar", ["-xzf", archive, "-C", folder, "--strip-components=1"]);
    return { folder };
  };
}
