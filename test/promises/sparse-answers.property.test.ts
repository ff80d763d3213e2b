/** A hosted service may leave out fields that Parley always sends. No command prints "undefined" for them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { z } from "zod";
import { endpoints } from "../../src/contract/endpoints.ts";
import * as schemas from "../../src/contract/schemas/index.ts";
import { arbitraryOf, jsonSchemaOf } from "../support/arbitrary.ts";
import { runInProcess } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const home = mkdtempSync(join(tmpdir(), "parley-sparse-"));
afterAll(() => rmSync(home, { recursive: true }));

const ID = "7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60";

/** Commands that read and print, with ids if needed. */
const LINES = [
  "agents list",
  "agents show 7",
  "dh list 7",
  "dh show 5",
  "sim list",
  "sim runs 7",
  "sim results 9",
  "sim result 12",
  "metrics list --every-agent",
  "metrics list --all --every-agent",
  `metrics show ${ID}`,
  "metrics builtin",
  "labels list --agent 7",
  "prompts list --agent 7",
  "prompts history --agent 7",
  "prompts show 4 --agent 7",
  "prompts diff 3 4 --agent 7",
  "kb list --agent 7",
  "kb history --agent 7",
  "kb show 4 --agent 7",
  "webhooks list",
  "webhooks deliveries",
  `evaluate show ${ID}`,
];

/** The field that contains the list of an answer. Without it, the answer is not a list. */
const LISTS = new Set(Object.values(endpoints).flatMap((row) => ("list" in row ? [row.list] : [])));

/** An answer with missing fields or nulls anywhere, except in its outline. */
const thinned = (value: unknown, drops: () => "keep" | "drop" | "null"): unknown => {
  if (Array.isArray(value)) return value.map((item) => thinned(item, drops));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => {
      const fate = LISTS.has(key as never) ? "keep" : drops();
      if (fate === "drop") return [];
      return [[key, fate === "null" ? null : thinned(field, drops)]];
    }),
  );
};

const answers = Object.values(endpoints).map((row) => {
  const schema = (schemas as unknown as Record<string, z.ZodType>)[String("answer" in row && row.answer)];
  return {
    method: row.method,
    path: new RegExp(`^${row.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    value: schema ? arbitraryOf(jsonSchemaOf(schema), { examples: {} }) : fc.constant({}),
  };
});

/** What JavaScript prints for a missing value, or one that should not be printed. */
const LEAKED = /\bundefined\b|\bNaN\b|\[object \w+\]|Invalid Date|this is a bug in parley/;

test.each(LINES)("parley %s prints nothing that is not there", async (line) => {
  await fc.assert(
    fc.asyncProperty(fc.gen(), fc.boolean(), async (g, isTerminal) => {
      const fates = fc.constantFrom("keep" as const, "keep" as const, "drop" as const, "null" as const);
      let said = "";
      service.answer(({ method, path }) => {
        const bare = path.split("?")[0] ?? "";
        const found = answers.find((answer) => answer.method === method && answer.path.test(bare));
        const body = found
          ? thinned(
              g(() => found.value),
              () => g(() => fates),
            )
          : {};
        said += JSON.stringify(body);
        return { body };
      });
      const { stdout, stderr } = await runInProcess(line.split(" "), {
        cwd: home,
        env: { HOME: home, PARLEY_BASE_URL: service.url(), PARLEY_API_KEY: "k" },
        ...(isTerminal && { columns: 80 }),
      });
      // The service's own texts may contain anything.
      fc.pre(!LEAKED.test(said));
      expect(`${stdout}${stderr}`).not.toMatch(LEAKED);
    }),
    { numRuns: 20, endOnFailure: true },
  );
});
