/** An agent that is a function in a file: `export default async (turn) => reply`. It runs in a process of its own. */
import { extname } from "node:path";
import { Failure } from "../../../lib/failure.ts";
import { linesOf } from "../../lines.ts";
import type { TestedAgent } from "../agent.ts";
import { type GroupOptions, startGroup } from "../processes/group.ts";
import { inTime } from "../processes/in-time.ts";
import { excerpt, seconds, stoppedOnFailure, Trouble } from "../trouble.ts";
import { Histories } from "./history.ts";
import { withHistory } from "./line-agent.ts";

/**
 * Runs in the process: loads the file, says so, and answers each turn. What the module writes on stdout is output, so
 * answers, and what went wrong, have a pipe of their own. It is text because a single executable has no files.
 */
const RUNNER = `
import { spawnSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { argv, execArgv, execPath, stdin } from "node:process";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
const answers = createWriteStream("", { fd: 4 });
const put = (line) => answers.write(line + "\\n");
const wordsOf = (error) => ({ error: String(error?.message ?? error), stack: String(error?.stack ?? "") });
// Node tells the place of a mistake in the syntax on stderr alone, when it checks or runs the file itself.
function whereIn(error) {
  if (!(error instanceof SyntaxError)) return {};
  const flags = execArgv.filter((flag) => flag === "--experimental-strip-types");
  const { status, stderr } = spawnSync(execPath, [...flags, "--check", argv[1]], { encoding: "utf8" });
  return status === 1 ? { stack: stderr.split("\\n    at ")[0] } : {};
}
async function load() {
  const loaded = await import(pathToFileURL(argv[1]).href);
  const agent = [loaded.default, loaded.default?.default].find((one) => typeof one === "function");
  if (!agent) throw { message: "it has no default export that is a function: export default async (turn) => reply" };
  return agent;
}
async function answer(agent, { id, turn }) {
  try {
    const reply = await agent(turn);
    put(JSON.stringify({ id, reply: typeof reply === "string" ? { message: reply } : reply }));
  } catch (error) {
    put(JSON.stringify({ id, ...wordsOf(error) }));
  }
}
load().then(
  (agent) => {
    put(JSON.stringify({ ready: true }));
    createInterface({ input: stdin }).on("line", (line) => void answer(agent, JSON.parse(line)));
  },
  (error) => put(JSON.stringify({ ...wordsOf(error), ...whereIn(error) })),
);
`;

const TYPESCRIPT = [".ts", ".mts", ".cts"];

export interface ModuleAgentOptions extends Pick<GroupOptions, "cwd" | "env"> {
  /** Absolute. */
  readonly file: string;
  /** As the test file has it. */
  readonly named: string;
  readonly about: string;
  /** The Node that runs it. */
  readonly node: string;
  readonly node_version: string;
  readonly timeout_ms: number;
  readonly ready_within_ms: number;
  readonly signal: AbortSignal;
}

/** @throws Trouble if it does not load; Failure (usage) if this Node cannot run it */
export async function moduleAgent(options: ModuleAgentOptions): Promise<TestedAgent> {
  const { file, named, about, node, node_version, timeout_ms, ready_within_ms, signal, cwd, env } = options;
  const begun = performance.now();
  const command = [node, ...flagsFor(named, node_version), "--input-type=module", "-e", RUNNER, file];
  const group = startGroup({ command, cwd, env, speaks: true, answers_on: 4 });
  const histories = new Histories();
  const waiting = new Map<number, (answer: Answered) => void>();
  let count = 0;
  const loaded = new Promise<void>((isLoaded, isRefused) => {
    const listen = async () => {
      for await (const line of linesOf(group.answers, { name: "the agent's answers" })) {
        const answer: Answered = JSON.parse(line);
        if (answer.stack) group.note(answer.stack);
        if (answer.ready) isLoaded();
        else if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
        else isRefused(new Trouble(`the module cannot be loaded: ${excerpt(answer.error ?? "")}`));
      }
    };
    listen().catch((error: Error) => group.note(error.message));
  });
  const late = `the module was not loaded after ${seconds(ready_within_ms)}`;
  await stoppedOnFailure(group, inTime(loaded, { ms: ready_within_ms, late, group, signal }));
  return {
    about,
    ready_ms: performance.now() - begun,
    async answer(turn) {
      if (turn.is_last) return "";
      const id = ++count;
      const answered = new Promise<Answered>((resolve) => waiting.set(id, resolve));
      group.stdin.write(`${JSON.stringify({ id, turn: withHistory(turn, histories) })}\n`);
      const late = `the agent did not answer within ${seconds(timeout_ms)}`;
      const limits = { ms: timeout_ms, late, group, signal: turn.signal };
      const { reply, error } = await inTime(answered, limits).finally(() => waiting.delete(id));
      if (error !== undefined) throw new Trouble(`the agent threw an error: ${excerpt(error)}`);
      if (typeof reply !== "object" || reply === null || Array.isArray(reply))
        throw new Trouble(
          `the agent returned ${JSON.stringify(reply) ?? "nothing"}, not a text or an object with a message`,
        );
      const text = JSON.stringify(reply);
      histories.answered(turn.simulation_result_id, text);
      return text;
    },
    over: (id) => histories.forget(id),
    tail: () => group.tail(),
    stop: () => group.stop(),
  };
}

interface Answered {
  readonly ready?: true;
  /** Which turn it answers. Without one, it says whether the module was loaded. */
  readonly id?: number;
  readonly reply?: unknown;
  readonly error?: string;
  readonly stack?: string;
}

/** @throws Failure (usage) if this Node cannot run TypeScript */
function flagsFor(file: string, version: string): string[] {
  if (!TYPESCRIPT.includes(extname(file))) return [];
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18)) return [];
  if ((major === 22 && minor >= 6) || major === 23) return ["--experimental-strip-types", "--no-warnings"];
  throw new Failure("usage", `Node ${version} cannot run TypeScript`, {
    where: file,
    hint: "use Node 22.18 or newer, or a JavaScript file",
  });
}
