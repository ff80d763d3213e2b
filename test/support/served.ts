import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Cli } from "./cli.ts";

export interface Served {
  readonly url: string;
  readonly organizations: readonly { readonly name: string; readonly api_key: string | null }[];
  readonly process: ChildProcess;
  /** Sends a signal and waits for the end. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** `parley serve --json` as a separate process, after it has said that it is ready. */
export const startService = (parley: Cli, ...flags: string[]) => startServiceIn({}, parley, ...flags);

/** The same, with additional environment variables. */
export async function startServiceIn(
  env: Readonly<Record<string, string>>,
  parley: Cli,
  ...flags: string[]
): Promise<Served> {
  const child = parley.start(["serve", "--port", "0", "--json", ...flags], { env });
  let errors = "";
  child.stderr?.on("data", (chunk) => {
    errors += chunk;
  });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [line] = (await Promise.race([
    once(lines, "line"),
    once(child, "close").then(() => [undefined]),
  ])) as [string | undefined];
  if (line === undefined) throw new Error(`the service ended before it was ready: ${errors}`);
  return {
    ...JSON.parse(line),
    process: child,
    async stop(signal) {
      const closed = once(child, "close");
      child.kill(signal);
      const [code] = (await closed) as [number | null];
      return code;
    },
  };
}

/** The peak memory of the process in kB, or 0 if the system does not report it. */
export function mostMemoryKb({ process: { pid } }: Served): number {
  if (process.platform !== "linux") return 0;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
}
