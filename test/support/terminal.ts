/** Runs the program at a terminal: a pseudo-terminal created by util-linux's `script`. */
import { spawn } from "node:child_process";
import { BINARY, type Cli } from "./cli.ts";

export interface Shown {
  readonly code: number | null;
  /** Everything on the screen, stdout and stderr together. */
  readonly output: string;
}

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  /** Typed when the screen shows `after`, below what the previous step waited for. A function runs just before. */
  readonly type?: readonly { readonly after: string; readonly keys: string | (() => string) }[];
  /** Called with the first URL on the screen. */
  readonly onUrl?: (url: string) => void;
}

const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

export function runInTerminal(
  parley: Cli,
  args: readonly string[],
  { env, columns = 80, type = [], onUrl }: Options = {},
): Promise<Shown> {
  const line = [process.execPath, BINARY, ...args].map(quote).join(" ");
  const child = spawn("script", ["-qec", `stty cols ${columns} rows 24; ${line}`, "/dev/null"], {
    cwd: parley.home,
    env: { TERM: "xterm", ...parley.environment(), ...env },
  });
  const awaited = [...type];
  let tell = onUrl;
  let output = "";
  let seen = 0;
  child.stdout.on("data", (chunk) => {
    output += chunk;
    const [url] = /http:\S+(?=\s)/.exec(output) ?? [];
    if (url) {
      tell?.(url);
      tell = undefined;
    }
    for (let [next] = awaited; next; [next] = awaited) {
      const at = output.indexOf(next.after, seen);
      if (at < 0) break;
      seen = at + next.after.length;
      awaited.shift();
      child.stdin.write(typeof next.keys === "string" ? next.keys : next.keys());
    }
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
}
