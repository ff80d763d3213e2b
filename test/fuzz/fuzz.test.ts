/**
 * Untrusted inputs: some thousands here, and a million with `npm run fuzz`. Inputs that once found a fault
 * are in `corpus/<target>/`. They are tried first, and new ones are written there.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Target } from "./target.ts";
import { targets } from "./targets/index.ts";

const RUNS = Number(process.env["FUZZ_RUNS"] ?? 4000);
const SEED = Number(process.env["FUZZ_SEED"] ?? 20_261_121);
const ONLY = process.env["FUZZ_TARGET"];
/** Cases in one series. The state of a target, such as a service and its store, is new for each series. */
const SERIES = 10_000;
/** A case that takes longer counts as hung, even on a busy machine. */
const CASE_MS = 20_000;
const CORPUS = join(import.meta.dirname, "corpus");

const chosen = targets.filter(({ name }) => !ONLY || name === ONLY);
const shares = chosen.reduce((sum, { share }) => sum + share, 0);

test("every kind of input has its share", () => {
  expect(targets.reduce((sum, { share }) => sum + share, 0)).toBe(100);
});

describe.each(chosen)("$name", (target) => {
  const whole = Math.ceil((RUNS * target.share) / shares);

  test("faults that were found before stay fixed", async () => {
    await series(target, async () => {
      for (const input of kept(target)) await target.run(input as never);
    });
  });

  test(
    `${whole} cases from the seed ${SEED}`,
    async () => {
      for (let done = 0; done < whole; done += SERIES)
        await series(target, () => tryCases(target, SEED + done, Math.min(SERIES, whole - done)));
    },
    // A busy machine may take long for a case.
    180_000 + whole * 250,
  );
});

async function series(target: Target, work: () => Promise<void>): Promise<void> {
  await target.begin?.();
  try {
    await work();
  } finally {
    await target.end?.();
  }
}

async function tryCases(target: Target, seed: number, numRuns: number): Promise<void> {
  const property = fc.asyncProperty(target.inputs, async (input) => target.run(input as never));
  const details = await fc.check(property, { seed, numRuns, timeout: CASE_MS });
  if (!details.failed) return;
  const file = details.counterexample ? keep(target, details.counterexample[0]) : "nowhere";
  throw new Error(
    `${target.name}, seed ${details.seed}, path ${details.counterexamplePath}, kept in ${file}: ${reasonOf(details.errorInstance)}`,
  );
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.stack : String(error));

function keep({ name }: Target, input: unknown): string {
  const text = `${JSON.stringify(input, null, 1)}\n`;
  const file = join(CORPUS, name, `${createHash("sha256").update(text).digest("hex").slice(0, 12)}.json`);
  mkdirSync(join(CORPUS, name), { recursive: true });
  writeFileSync(file, text);
  return file;
}

function kept({ name }: Target): unknown[] {
  const folder = join(CORPUS, name);
  const files = readdirSync(CORPUS).includes(name) ? readdirSync(folder) : [];
  return files.map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));
}
