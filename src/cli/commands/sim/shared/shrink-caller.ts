/** Shrinks a caller of a test file: each conversation in a run of its own. */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { reasonsIn } from "../../../../engine/shrink/reason.ts";
import { Failure } from "../../../../lib/failure.ts";
import { BYTES_MAXIMUM, readNamedFile } from "../../../../lib/files.ts";
import type { Context } from "../../../context.ts";
import type { TestCaller } from "../../../manifest/test-callers.ts";
import type { TestFile } from "../../../manifest/tests.ts";
import { runFile } from "../../test/shared/run-file.ts";
import type { Conversed, Target } from "./shrink-search.ts";

const USER = /^user$/i;

interface Tested {
  readonly test: TestFile;
  readonly caller: TestCaller;
  readonly seed: string;
}

export async function callerOf(context: Context, tested: Tested): Promise<Target> {
  const { test, caller, seed } = tested;
  return {
    name: caller.name,
    fields: caller.fields,
    searched: { about: hashOf([test.parsed.value, caller.fields, seed]), code: await codeOf(test) },
    converse: (fields) => converse(context, tested, fields),
  };
}

export const hashOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex");

/** The files of the agent that its test file names: its module, and the words of its command that are files. */
async function codeOf({ module, agent: { command }, folder }: TestFile): Promise<string | null> {
  const words = command === undefined ? [] : [command].flat().flatMap((one) => one.split(/\s+/));
  const files = [...(module === undefined ? [] : [module]), ...words.map((word) => resolve(folder, word))];
  const read: string[] = [];
  for (const file of files)
    if (existsSync(file) && statSync(file).isFile())
      read.push((await readNamedFile(file, BYTES_MAXIMUM.text)).toString("base64"));
  return read.length > 0 ? hashOf(read) : null;
}

/** @throws Failure if the agent does not take part */
async function converse(
  context: Context,
  { test, caller, seed }: Tested,
  fields: TestCaller["fields"],
): Promise<Conversed> {
  const folder = mkdtempSync(join(tmpdir(), "parley-shrink-"));
  try {
    const { script } = caller;
    const smaller = { ...caller, fields, script: script && { ...script, turns: turnsLeft(caller, fields) } };
    // The others stay in the list, because the place of a caller decides what it chooses.
    const callers = test.callers.map((one) => (one === caller ? smaller : one));
    const { callers: results, trouble } = await runFile(
      context,
      { ...test, callers },
      {
        openService: undefined,
        words: undefined,
        workers: 1,
        repeat: 1,
        retries: 0,
        seed,
        bail: false,
        update: false,
        names: new Set([caller.name]),
        store: join(folder, "store"),
        onUnkept: () => undefined,
        tell: async () => undefined,
      },
    );
    context.signal.throwIfAborted();
    const [result] = results;
    if (trouble !== null || !result || result.outcome === "agent_failed")
      throw didNotTakePart(trouble ?? result?.reason ?? "no conversation");
    return {
      reasons: reasonsIn(result.verdicts),
      turns: result.transcript.filter(({ role }) => USER.test(role)).length,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const didNotTakePart = (why: string) =>
  new Failure("failed", `the agent did not take part: ${why}`, {
    hint: "the same command continues where it stopped",
  });

/** The turns of a script whose lines are left, in their order. */
function turnsLeft({ script }: TestCaller, fields: TestCaller["fields"]) {
  const lines = (fields["formatted_transcript"] ?? []) as {
    readonly role: string;
    readonly utterance: string;
  }[];
  const said = lines.filter(({ role }) => role === "USER").map(({ utterance }) => utterance);
  let place = 0;
  return (script?.turns ?? []).filter(({ say }) => {
    const is_left = said[place] === say;
    if (is_left) place++;
    return is_left;
  });
}
