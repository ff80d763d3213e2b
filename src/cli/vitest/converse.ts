/** One caller of a definition speaks with its agent, in a process of `parley test`. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { execPath } from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { FileResult, TestRun } from "../testing/results/result.ts";
import type { Definition } from "./api.ts";

export interface Place {
  readonly name: string;
  /** Where relative paths start. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** @throws Error with what `parley test` says if the definition has a mistake */
export async function converse(definition: Definition, { name, folder, signal }: Place): Promise<FileResult> {
  // Tests of several files run side by side, so each keeps its run in a folder of its own.
  const cwd = await mkdtemp(join(tmpdir(), "parley-vitest-"));
  const file = join(folder, `.parley-vitest-${randomUUID()}.json`);
  try {
    await writeFile(file, asFile(definition, name), { mode: 0o600 });
    const parley = fileURLToPath(new URL("../bin/parley.js", import.meta.url));
    const words = ["test", file, "--reporter", "json", "--seed", definition.seed ?? "1"];
    const child = spawn(execPath, [parley, ...words], { cwd, stdio: ["ignore", "pipe", "pipe"] });
    const stop = () => child.kill("SIGTERM");
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    signal.removeEventListener("abort", stop);
    const [result] = stdout.startsWith("{") ? (JSON.parse(stdout) as TestRun).files : [];
    if (!result) throw new Error(stderr.replaceAll(relative(cwd, file), name).trim() || "parley test ended");
    return result;
  } finally {
    await Promise.all([rm(cwd, { recursive: true, force: true }), rm(file, { force: true })]);
  }
}

/** In a test file, `${NAME}` is a variable. JavaScript has its own. */
const asFile = ({ agent, caller, expect = [], policies, max_turns }: Definition, name: string): string => {
  const file = {
    kind: "Test",
    agent,
    callers: { list: [{ name, ...caller, expect: [...expect] }] },
    policies,
    max_turns,
  };
  return JSON.stringify(
    file,
    (_, value) => (typeof value === "string" ? value.replaceAll("${", "$${") : value),
    2,
  );
};
