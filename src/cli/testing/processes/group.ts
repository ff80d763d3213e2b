/**
 * A program that is tested, in a process group of its own. Whatever happens to Parley, even a SIGKILL, the group ends
 * with it: a watcher in the group waits for the end of a pipe that only Parley holds.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { kill, platform } from "node:process";
import type { Readable, Writable } from "node:stream";

export interface GroupOptions {
  /** The words of the program, or a line for the shell. */
  readonly command: readonly string[] | string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The program reads lines on stdin; what it writes on stdout isn't only output. */
  readonly speaks?: boolean;
  /** The program answers on a pipe of its own, with this number. */
  readonly answers_on?: 4;
}

export interface ProcessGroup {
  readonly stdin: Writable;
  /** What the program answers: its stdout, or its own pipe. */
  readonly answers: Readable;
  /** How the program ended. Undefined while it runs. */
  ended(): string | undefined;
  /** Resolves with the same words when it has ended. */
  readonly end: Promise<string>;
  /** Its last lines of output, stdout and stderr as they came, without what Node and packages add to a stack. */
  tail(): string[];
  /** Calls back with each piece of output, and with all that came before. */
  onOutput(listen: (text: string) => void): void;
  /** Adds a line to the output. */
  note(line: string): void;
  /** Ends the group: politely, and after a moment by force. */
  stop(): Promise<void>;
}

/** How much output is kept. */
const OUTPUT_MAXIMUM = 64 * 1024;
const LINES_SHOWN = 12;
const LINE_CHARACTERS = 400;
/** How long a program that has just closed a connection may take to be seen as ended. */
const ENDING_MS = 300;
/** How long a program may take to end by itself. */
const GRACE_MS = 2000;

/**
 * The watcher ignores polite signals, so that it still ends the group if Parley is killed while the program is ending.
 * `exec` keeps the program's process id and exit code.
 */
const GUARD = `( (trap '' TERM INT HUP; read -r _ <&3; kill -KILL 0) </dev/null >/dev/null 2>&1 4>&- & ); exec 3<&-; exec "$@"`;

export function startGroup({ command, cwd, env, speaks, answers_on }: GroupOptions): ProcessGroup {
  const begun = performance.now();
  const words = typeof command === "string" ? ["/bin/sh", "-c", command] : command;
  const stdio = [
    speaks ? "pipe" : "ignore",
    "pipe",
    "pipe",
    "pipe",
    ...(answers_on ? ["pipe" as const] : []),
  ] as const;
  const options = { cwd, env: { ...env }, stdio: [...stdio], windowsHide: true };
  const child =
    platform === "win32"
      ? typeof command === "string"
        ? spawn(command, { ...options, shell: true })
        : spawn(words[0] ?? "", words.slice(1), options)
      : spawn("/bin/sh", ["-c", GUARD, "parley", ...words], { ...options, detached: true });
  let output = "";
  const listeners: ((text: string) => void)[] = [];
  const keep = (text: string) => {
    output = (output + text).slice(-OUTPUT_MAXIMUM);
    for (const listen of listeners) listen(text);
  };
  const [, stdout, stderr, held, own] = child.stdio as (Readable | undefined)[];
  // A program that has ended closes its pipes.
  for (const stream of child.stdio) stream?.on("error", () => undefined);
  const answers = answers_on ? own : stdout;
  for (const stream of speaks && !answers_on ? [stderr] : [stdout, stderr])
    stream?.setEncoding("utf8").on("data", keep);
  let how: string | undefined;
  const end = new Promise<string>((resolve) => {
    const settle = (words: string) => {
      how ??= words;
      resolve(how);
    };
    child.on("error", (error) => settle(`could not be started: ${error.message}`));
    child.on("exit", (code, signal) => {
      const after = `after ${((performance.now() - begun) / 1000).toFixed(1)} s`;
      // What it has started ends with it.
      signalGroup(child, "SIGKILL");
      settle(signal ? `was ended by ${signal} ${after}` : `exited with code ${code} ${after}`);
    });
  });
  // Its last output may come after its end.
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let stopping: Promise<void> | undefined;
  return {
    stdin: (child.stdin ?? undefined) as Writable,
    answers: answers as Readable,
    ended: () => how,
    end: end.then(async (words) => {
      await Promise.race([closed, pause(100)]);
      return words;
    }),
    tail: () => lastLines(output),
    onOutput(listen) {
      listeners.push(listen);
      if (output !== "") listen(output);
    },
    note: (line) => keep(`${line}\n`),
    stop() {
      stopping ??= (async () => {
        child.stdin?.end();
        if (how === undefined) {
          signalGroup(child, "SIGTERM");
          await Promise.race([end, pause(GRACE_MS)]);
        }
        signalGroup(child, "SIGKILL");
        (held as Readable | undefined)?.destroy();
        await end;
      })();
      return stopping;
    },
  };
}

/** How a program that no longer answers has ended. Undefined if it still runs after a moment. */
export const endOf = ({ end }: ProcessGroup): Promise<string | undefined> =>
  Promise.race([end, pause(ENDING_MS).then(() => undefined)]);

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    if (platform !== "win32") kill(-pid, signal);
    else spawn("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore", windowsHide: true });
  } catch {
    // The group has ended already.
  }
}

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref();
  });

const lastLines = (output: string): string[] =>
  output
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "" && !isOfLibrary(line))
    .slice(-LINES_SHOWN)
    .map((line) => (line.length > LINE_CHARACTERS ? `${line.slice(0, LINE_CHARACTERS)}…` : line));

/** A line of a stack that is not the agent's own: a dozen of them would hide what went wrong. */
const isOfLibrary = (line: string): boolean =>
  line.trimStart().startsWith("at ") && (line.includes("node:internal/") || line.includes("/node_modules/"));
